// parseInt and parseFloat read the longest prefix that is a number.
console.log(parseInt('  -42.5px'), parseInt('0x1F'), parseInt('-0x1f'), parseInt('11', 2), parseInt('z', 36)); // expect: -42 31 -31 3 35
console.log(parseInt('0x'), parseInt(''), parseInt('9', 8), parseInt('10', 1), parseInt('10', 37), parseInt('10', 0)); // expect: NaN NaN NaN NaN NaN 10
console.log(Object.is(parseInt('-0'), -0), Object.is(parseInt(-0), 0), Object.is(parseInt(-0.5), -0)); // expect: true true true
console.log(parseInt(0.0000005), parseInt(1e21), parseInt(123456789012345680000), parseInt(1e-6)); // expect: 5 1 123456789012345680000 0
console.log(parseInt('123', 2 ** 32 + 10), parseInt('\u2028\uFEFF7\u0660'), parseInt('1_000'), parseInt(null, 36)); // expect: 123 7 1 1112745
console.log(parseInt('9007199254740993'), parseInt('1'.repeat(400)), parseInt({ toString() { return '12'; } })); // expect: 9007199254740992 Infinity 12
console.log(parseFloat('  3.14abc'), parseFloat('.5.5'), parseFloat('-.5e-2x'), parseFloat('1e1000'), parseFloat('-Infinityx')); // expect: 3.14 0.5 -0.005 Infinity -Infinity
console.log(parseFloat('e5'), parseFloat('1e'), parseFloat('0x10'), parseFloat('infinity'), parseFloat('')); // expect: NaN 1 0 NaN NaN
console.log(Object.is(parseFloat('-0'), -0), parseFloat('5.'), parseFloat('1_0'), parseFloat('\u00a01\u0661')); // expect: true 5 1 1
console.log(Number.parseInt === parseInt, Number.parseFloat === parseFloat); // expect: true true
console.log(isNaN('x'), isNaN('1'), isFinite('1e999'), isFinite(' 12 '), isNaN(), isFinite(null)); // expect: true false false true true true
try { isNaN(1n); } catch (e) { console.log(e.name); } // expect: TypeError
for (const f of [parseInt, parseFloat, isNaN, isFinite, eval]) console.log(f.name, f.length, 'prototype' in f);
// expect: parseInt 2 false
// expect: parseFloat 1 false
// expect: isNaN 1 false
// expect: isFinite 1 false
// expect: eval 1 false
