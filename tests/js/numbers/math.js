// The functions of Math at their edges.
console.log(Math.round(-0.5), Math.round(2.5), Math.round(-2.5), Math.round(0.49999999999999994), Math.round(4503599627370495.5), Math.round(1e300)); // expect: -0 3 -2 0 4503599627370496 1e+300
console.log(Math.max(), Math.min(), Math.max(NaN, 1), Math.max(-0, 0), Math.min(0, -0), Math.max('3', [4])); // expect: -Infinity Infinity NaN 0 -0 4
console.log(Math.sign(-3), Math.trunc(-4.7), Math.trunc(0.5), Math.cbrt(27), Math.hypot(3, 4), Math.hypot(), Math.hypot(NaN, Infinity)); // expect: -1 -4 0 3 5 0 Infinity
console.log(Math.imul(0xffffffff, 5), Math.clz32(1), Math.clz32(0), Math.fround(5.5), Math.fround(5.05), Math.log2(8), Math.log10(1000), Math.expm1(0), Math.log1p(0)); // expect: -5 31 32 5.5 5.050000190734863 3 3 0 0
console.log(Math.atan2(0, -0), Math.atan2(-0, 0), Math.pow(2, 0.5), Math.pow(NaN, 0), Math.sqrt(-1), Math.exp(1) === Math.E, Math.abs(-0)); // expect: 3.141592653589793 -0 1.4142135623730951 1 NaN true 0
console.log(Math.floor(-0.5), Math.ceil(-0.5), Math.floor(2 ** 31 + 0.5), Math.ceil(1e-10)); // expect: -1 -0 2147483648 1
const r = Math.random(), all = new Set(Array.from({ length: 100 }, Math.random));
console.log(r >= 0 && r < 1, all.size); // expect: true 100
console.log(Math.sinh(0), Math.cosh(0), Math.tanh(Infinity), Math.asinh(0), Math.acosh(1), Math.atanh(0), Math[Symbol.toStringTag]); // expect: 0 1 1 0 0 0 Math
