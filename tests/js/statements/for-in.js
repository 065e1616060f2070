// for-in: own keys first in their order, then inherited ones, each name once; deleted keys are left out.
const base = { inherited: 1, shadowed: 2, hidden: 3 };
const o = Object.create(base, { hidden: { value: 1, enumerable: false } });
o.b = 1; o[2] = 1; o.a = 1; o[1] = 1; o.shadowed = 1; o[Symbol('s')] = 1;
const keys = [];
for (const k in o) keys.push(k);
console.log(keys.join()); // expect: 1,2,b,a,shadowed,inherited
const seen = [];
const changing = { a: 1, b: 2, c: 3 };
for (const k in changing) { seen.push(k); delete changing.b; changing.d = 4; }
console.log(seen.join()); // expect: a,c
for (const k in null) console.log('never');
for (const k in undefined) console.log('never');
for (var i in 'ab') console.log(i, typeof i);
// expect: 0 string
// expect: 1 string
for (const i in [7, , 8]) console.log(i);
// expect: 0
// expect: 2
const target = {};
for (target.key in { x: 1 });
for ([target.first] in { yz: 1 });
console.log(target.key, target.first); // expect: x y
for (var j = 'initial' in {});
console.log(j); // expect: initial
