// Spread of arrays, strings, iterables and objects.
console.log([...'añ😀', ...[1, , 3], ...new Set([4, 4])].join('|')); // expect: a|ñ|😀|1||3|4
const o = { a: 1, ...{ b: 2, a: 3 }, ...null, ...'hi', ...[9] };
console.log(Object.keys(o).join(), o.a, o[0]); // expect: 0,1,a,b 3 9
const withGetter = { ...{ get x() { return 'copied as a value'; } } };
console.log(Object.getOwnPropertyDescriptor(withGetter, 'x').value); // expect: copied as a value
const noSetter = { set x(v) { throw 1; }, ...{ x: 2 } };
console.log(noSetter.x); // expect: 2
console.log(Math.max(...[1, 5], 3, ...new Set([9]))); // expect: 9
try { [...{}]; } catch (e) { console.log(e.name); } // expect: TypeError
const it = { *[Symbol.iterator]() { yield* [1, 2]; } };
console.log([0, ...it, ...it].join()); // expect: 0,1,2,1,2
