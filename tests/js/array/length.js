// The length of an array: set, shrunk against fixed elements, invalid values, holes at the end.
const a = [1, 2, 3, 4];
a.length = 2;
console.log(a.join(), a[3]); // expect: 1,2 undefined
a.length = 4;
console.log(a.length, 3 in a); // expect: 4 false
for (const bad of [-1, 1.5, 2 ** 32, 'x']) { try { a.length = bad; } catch (e) { console.log(e.name); } }
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
const fixed = [1, 2, 3];
Object.defineProperty(fixed, 1, { configurable: false });
fixed.length = 0;
console.log(fixed.length); // expect: 2
a['7'] = 'x';
a['08'] = 'not an index';
a[4294967295] = 'nor this';
console.log(a.length, Object.keys(a).join()); // expect: 8 0,1,7,08,4294967295
const sparse = [];
sparse[1e6] = 1;
sparse[4294967294] = 2;
console.log(sparse.length, Object.keys(sparse).length, sparse.at(-1)); // expect: 4294967295 2 2
try { sparse.push(3); } catch (e) { console.log(e.name, sparse[4294967295]); } // expect: RangeError 3
console.log(new Array(3).length, new Array(3, 4).length, new Array('3').length, Array(2).join('-')); // expect: 3 2 1 -
