// Number, string and property literals in all their forms.
console.log(0b101, 0o17, 0xFF, 1_000_000, .5, 5., 1e3, 0.1e-2, 017, 09.5); // expect: 5 15 255 1000000 0.5 5 1000 0.001 15 9.5
console.log('\x41\u0042\u{43}\0'.length, 'a\
b', "\'\"\\\b".length, '\101'); // expect: 4 ab 4 A
console.log('\u2028'.length, 'a\u{10FFFF}'.length, "‘ ’".length); // expect: 1 3 3
const o = { 1: 'a', 1.5: 'b', 'c d': 'c', [`e`]: 'd', 0x10: 'e', if: 'f', get: 1, set: 2, async: 3, static: 4, await: 5, __proto__: null };
console.log(Object.keys(o).join('|'), Object.getPrototypeOf(o)); // expect: 1|16|1.5|c d|e|if|get|set|async|static|await null
console.log(o.if, o[16], ({ get, set } = { get: 1, set: 2 }, typeof get)); // expect: f e number
var get, set;
console.log({ __proto__: Array.prototype } instanceof Array, '__proto__' in { ['__proto__']: 1 }, Object.keys({ ['__proto__']: 1 }).length); // expect: true true 1
console.log(1..toString(), 1.0.toFixed(2), (25).toString(36)); // expect: 1 1.00 p
