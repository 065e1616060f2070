// Numbers become the shortest text that reads back the same; radix, fixed, exponential, precision.
const list = [0, -0, 1e21, 1e20, 123456789012345680000, 1e-6, 1e-7, 1.7976931348623157e308, 5e-324, 0.1, 1 / 3, 100, 1e5, 4.35, 0.000001234, 2 ** 53, -1.5e-10, 123e-20, 9007199254740993];
console.log(list.map(String).join(' ')); // expect: 0 0 1e+21 100000000000000000000 123456789012345680000 0.000001 1e-7 1.7976931348623157e+308 5e-324 0.1 0.3333333333333333 100 100000 4.35 0.000001234 9007199254740992 -1.5e-10 1.23e-18 9007199254740992
console.log((255).toString(16), (-255).toString(2), (0.5).toString(2), (1 / 3).toString(3), (2 ** 60).toString(32)); // expect: ff -11111111 0.1 0.1 1000000000000
console.log((1.005).toFixed(2), (1e21).toFixed(2), (-1.5).toFixed(0), (0).toFixed(2), (123.456).toFixed(10), (0.000001).toFixed(7), (1.45).toFixed(1), (-0.0000001).toFixed(2)); // expect: 1.00 1e+21 -2 0.00 123.4560000000 0.0000010 1.4 -0.00
console.log((12345).toExponential(2), (0).toExponential(), (0.00015).toExponential(0), (-1.5e300).toExponential(5), (123456).toExponential()); // expect: 1.23e+4 0e+0 1e-4 -1.50000e+300 1.23456e+5
console.log((123.456).toPrecision(4), (0.000123).toPrecision(2), (1e21).toPrecision(3), (123456).toPrecision(2), (0).toPrecision(3), (35).toPrecision(1)); // expect: 123.5 0.00012 1.00e+21 1.2e+5 0.00 4e+1
for (const f of [() => (1).toFixed(101), () => (1).toString(37), () => (1).toPrecision(0), () => (1).toExponential(-1)]) {
    try { f(); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
console.log(NaN.toFixed(1), (Infinity).toPrecision(2), (-Infinity).toString(2), (25).toString(), (1e100).toString().length); // expect: NaN Infinity -Infinity 25 6
