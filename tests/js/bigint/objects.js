// BigInt as a function, its prototype, wrapping.
console.log(BigInt(10), BigInt('0x1F'), BigInt(' 12 '), BigInt(''), BigInt(true), BigInt(2 ** 64)); // expect: 10n 31n 12n 0n 1n 18446744073709551616n
for (const bad of [() => BigInt(1.5), () => BigInt(NaN), () => BigInt('1n'), () => BigInt(undefined), () => BigInt(Symbol()), () => new BigInt(1), () => BigInt.prototype.toString.call(1)]) { try { bad(); } catch (e) { console.log(e.name); } }
// expect: RangeError
// expect: RangeError
// expect: SyntaxError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
console.log(BigInt.asIntN(8, 255n), BigInt.asUintN(8, -1n), BigInt.asIntN(64, 2n ** 63n), BigInt.asUintN(0, 5n), BigInt.asIntN(3, 25n)); // expect: -1n 255n -9223372036854775808n 0n 1n
console.log((255n).toString(16), (-255n).toString(2), (1234567n).toLocaleString(), Object(5n) + 1n, typeof Object(5n), Object(5n) == 5); // expect: ff -11111111 1,234,567 6n object true
try { (1n).toString(1); } catch (e) { console.log(e.name); } // expect: RangeError
