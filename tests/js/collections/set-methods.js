// Union, intersection, difference and their kin, also with set-like arguments.
const a = new Set([1, 2, 3]), b = new Set([3, 2, 9]);
console.log([...a.union(b)].join(), [...a.intersection(b)].join(), [...a.difference(b)].join(), [...a.symmetricDifference(b)].join()); // expect: 1,2,3,9 2,3 1 1,9
console.log(a.isSubsetOf(new Set([1, 2, 3, 4])), a.isSupersetOf(new Set([1])), a.isDisjointFrom(new Set([7]))); // expect: true true true
console.log([...a.union(new Map([[5, 'x']]))].join(), [...a.intersection({ size: 1, has: x => x === 2, keys: () => [2].values() })].join()); // expect: 1,2,3,5 2
try { a.union([1]); } catch (e) { console.log(e.name); } // expect: TypeError
