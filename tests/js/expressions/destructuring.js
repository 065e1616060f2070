// Destructuring of arrays and objects: holes, defaults, nesting, rest, computed keys, any target.
const [a, , b = 3, [c] = ['d'], ...rest] = [1, 2, undefined, undefined, 5, 6];
console.log(a, b, c, rest.join()); // expect: 1 3 d 5,6
const key = 'k', { [key + 1]: one, two: { deep = 'none' } = {}, ...others } = { k1: 1, x: 2, y: 3 };
console.log(one, deep, Object.keys(others).join()); // expect: 1 none x,y
const o = {};
[o.p, o['q'], ...o.rest] = 'abcd';
console.log(o.p, o.q, o.rest.join('')); // expect: a b cd
let x = 1, y = 2;
[x, y] = [y, x];
console.log(x, y); // expect: 2 1
({ x, y: [y] } = { x: 10, y: [20] });
console.log(x, y); // expect: 10 20
console.log((({ a }, [b] = [a], ...[c, d]) => [a, b, c, d].join())({ a: 1 }, undefined, 3, 4)); // expect: 1,1,3,4
for (const { length, 0: first } of ['ab', 'c']) console.log(length, first);
// expect: 2 a
// expect: 1 c
for (const f of [() => { const { z } = null; }, () => { const [z] = {}; }, () => { ({} = undefined); }]) {
    try { f(); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
const result = ([x] = [9, 8]);
console.log(result.length); // expect: 2
const { length } = 'four', {} = 1, [] = '';
console.log(length); // expect: 4
