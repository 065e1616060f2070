// Generated and built parsers, d3, immutable; minifiers of scripts, styles, pictures and pages.
const peggy = require('peggy'),
  { createToken, Lexer, CstParser } = require('chevrotain'),
  d3 = require('d3'),
  Immutable = require('immutable'),
  uglify = require('uglify-js'),
  csso = require('csso'),
  CleanCSS = require('clean-css'),
  { optimize } = require('svgo'),
  { minify } = require('html-minifier-terser'),
  postcss = require('postcss');
const p = peggy.generate(
  'start = a:add { return a }\nadd = l:mul "+" r:add { return l + r } / mul\nmul = l:num "*" r:mul { return l * r } / num\nnum = d:$[0-9]+ { return +d } / "(" a:add ")" { return a }',
);
console.log(p.parse('2*(3+4)+1'));
try {
  p.parse('2+');
} catch (e) {
  console.log(e.message, e.location);
}
const N = createToken({ name: 'N', pattern: /\d+/ }),
  P = createToken({ name: 'P', pattern: /\+/ }),
  W = createToken({ name: 'W', pattern: /\s+/, group: Lexer.SKIPPED });
class CP extends CstParser {
  constructor() {
    super([N, P, W]);
    this.RULE('e', () => {
      this.AT_LEAST_ONE_SEP({ SEP: P, DEF: () => this.CONSUME(N) });
    });
    this.performSelfAnalysis();
  }
}
const lx = new Lexer([W, N, P]),
  cp = new CP();
cp.input = lx.tokenize('1 + 22+3').tokens;
console.log(JSON.stringify(cp.e()).length, cp.errors);
cp.input = lx.tokenize('1 +').tokens;
cp.e();
console.log(cp.errors[0].message);
console.log(
  d3.scaleLinear([0, 10], [0, 100]).ticks(5),
  d3.extent([3, 1, 2]),
  d3.format(',.2f')(1234.567),
  d3.timeFormat('%Y-%m-%d %B')(new Date(0)),
  d3.line()([
    [0, 1],
    [2, 3],
  ]),
  d3.hierarchy({ children: [{ v: 1 }, { v: 2 }] }).sum((d) => d.v).value,
  d3.color('steelblue').darker().toString(),
  d3
    .geoMercator()([10, 20])
    .map((x) => x.toFixed(3)),
  d3.csvParse('a,b\n1,2'),
  d3.interpolateRgb('red', 'blue')(0.5),
  d3.forceSimulation([{}, {}]).stop().tick(3).nodes().length,
);
const I = Immutable.fromJS({ a: [1, { b: 2 }], c: new Map([[1, 2]]) });
console.log(
  I.setIn(['a', 1, 'b'], 3).toString(),
  I.equals(Immutable.fromJS(I.toJS())),
  Immutable.Range(0, 10)
    .filter((x) => x % 3)
    .map((x) => x * x)
    .toList()
    .toJS(),
  Immutable.OrderedMap({ z: 1, a: 2 })
    .sortBy((v, k) => k)
    .toArray(),
  I.hashCode(),
);
console.log(
  uglify.minify('function f(a){ var b = a + 1; return b * 2 } console.log(f(1), f(2))', { toplevel: true }).code,
  csso.minify('a { color: #ff0000; color: red } a { margin: 0px 0px }').css,
  new CleanCSS({ level: 2 }).minify('a{color:#f00}b{color:#f00}@media x{a{b:c}}').styles,
  optimize('<svg xmlns="http://www.w3.org/2000/svg"><g><path d="M 10,10 L 20,20 L 30 30"/></g><!-- c --></svg>').data,
);
minify('<p  class="a"  > x <!-- c --> <b> y </b></p><script> let a = 1 </script><style> a { b : c } </style>', {
  collapseWhitespace: true,
  removeComments: true,
  minifyJS: true,
  minifyCSS: true,
}).then((x) => console.log(x));
postcss([require('autoprefixer')({ overrideBrowserslist: ['chrome 30', 'ie 10'] }), require('cssnano')])
  .process('a { display: flex; user-select: none; transition: transform 1s } b { margin: 10px 10px 10px 10px }', {
    from: undefined,
  })
  .then((r) => console.log(r.css));
