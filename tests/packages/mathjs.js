// mathjs: expressions, derivatives, matrices, units, fractions, big numbers.
const math = require('mathjs');
console.log(
  math.evaluate('sqrt(3^2 + 4^2) + det([-1, 2; 3, 1]) + 12.7 cm to inch'.split(' + 12')[0]),
  String(math.evaluate('12.7 cm to inch')),
  math.derivative('x^2 + sin(x)*x', 'x').toString(),
  math.simplify('2x + 3x - x^2/x').toString(),
  math.format(
    math.matrix([
      [1, 2],
      [3, 4],
    ]),
  ),
  math.inv([
    [1, 2],
    [3, 4],
  ]),
  math.complex(1, 2).mul(math.complex(3, -1)).toString(),
  math.bignumber('0.1').plus('0.2').toString(),
  String(math.fraction(1, 3).add(math.fraction('0.(6)'))),
  math.parse('a*(b+1)').toTex(),
  math.eigs([
    [2, 0],
    [0, 3],
  ]).values,
  math.std([1, 2, 3, 4]),
  math.gamma(5),
  math.lusolve(
    [
      [2, 1],
      [1, 3],
    ],
    [3, 5],
  ),
  math.compile('f(x)=x^2; f(n)').evaluate({ n: 7 }).toString(),
  math.chain(3).add(4).multiply(2).done(),
  math.unit('5 kg m/s^2').toString(),
  math.fft([1, 2, 3, 4]).map(String),
  math.distribution ? 1 : 0,
);
const big = math.create(math.all, { number: 'BigNumber', precision: 40 });
console.log(String(big.evaluate('sqrt(2) * pi')), String(big.factorial(big.bignumber(25))));
for (const b of ['1 +', 'foo(1)', '2 cm + 1 s', '[1,2;3]', 'a.b'])
  try {
    console.log(math.evaluate(b));
  } catch (e) {
    console.log(e.name, e.message);
  }
