// Math.sumPrecise, f16round, cbrt, hypot: results that rounding in between would spoil.
console.log(Math.sumPrecise([1e308, 1e308, -1e308, -1e308, 3]), Math.sumPrecise([0.1, 0.2, 0.3, -0.6]), Math.sumPrecise([1, 2 ** -53, 2 ** -106])); // expect: 3 2.7755575615628914e-17 1.0000000000000002
console.log(Object.is(Math.sumPrecise([]), -0), Object.is(Math.sumPrecise([-0, -0]), -0), Object.is(Math.sumPrecise([-0, 0]), 0), Math.sumPrecise([Infinity, -Infinity]), Math.sumPrecise([-Infinity, 1e308])); // expect: true true true NaN -Infinity
console.log(Math.sumPrecise([5e-324, 5e-324]), Math.sumPrecise([1.7976931348623157e308, 9.979201547673598e291]), Math.sumPrecise([1.7976931348623157e308, 9.9792015476736e291]), Math.sumPrecise([2 ** 53, 1]), Math.sumPrecise([2 ** 53, 1, 5e-324])); // expect: 1e-323 1.7976931348623157e+308 Infinity 9007199254740992 9007199254740994
try { Math.sumPrecise([1, '2']); } catch (e) { console.log(e.name); } // expect: TypeError
console.log([1.337, 65519.99, 65520, 2 ** -25, 2 ** -25 * 1.001, -5.5, 1 + 2 ** -11, 1 + 3 * 2 ** -11].map(Math.f16round).join()); // expect: 1.3369140625,65504,Infinity,0,5.960464477539063e-8,-5.5,1,1.001953125
let wrong = 0;
for (let i = 1; i <= 2000; i++) if (Math.cbrt(i ** 3) !== i || Math.cbrt(-(i ** 3)) !== -i) wrong++;
console.log(wrong, Math.cbrt(0.001), Object.is(Math.cbrt(-0), -0), Math.cbrt(1e-320) ** 3 > 0); // expect: 0 0.1 true true
console.log(Math.hypot(3e200, 4e200) > 4.9e200, Math.hypot(1e-200, 1e-200) > 1e-200, Math.hypot(2, 3, 6), Math.hypot(-5), Math.hypot(NaN), Math.hypot(1, 1, 1, 1)); // expect: true true 7 5 NaN 2
console.log((1234567.8918).toLocaleString(), (-1e6).toLocaleString(), (1e21).toLocaleString(), NaN.toLocaleString(), (0.00049).toLocaleString(), (999.9996).toLocaleString()); // expect: 1,234,567.892 -1,000,000 1e+21 NaN 0 1,000
