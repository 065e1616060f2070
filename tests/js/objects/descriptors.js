// defineProperty, attributes, freezing and sealing, in all their combinations.
const o = {};
Object.defineProperty(o, 'hidden', { value: 1 });
console.log(JSON_like(Object.getOwnPropertyDescriptor(o, 'hidden'))); // expect: value:1 writable:false enumerable:false configurable:false
function JSON_like(d) { return Object.entries(d).map(e => e.join(':')).join(' '); }
o.hidden = 2;
console.log(o.hidden, delete o.hidden); // expect: 1 false
for (const change of [{ value: 2 }, { get() {} }, { enumerable: true }, { configurable: true }]) {
    try { Object.defineProperty(o, 'hidden', change); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
Object.defineProperty(o, 'hidden', { value: 1 });
let stored;
Object.defineProperties(o, { acc: { get: () => stored, set: v => { stored = v * 2; }, configurable: true }, plain: { value: 5, writable: true } });
o.acc = 4;
console.log(o.acc, (o.plain = 6, o.plain)); // expect: 8 6
Object.defineProperty(o, 'acc', { value: 'now data' });
console.log(JSON_like(Object.getOwnPropertyDescriptor(o, 'acc'))); // expect: value:now data writable:false enumerable:false configurable:true
const f = Object.freeze({ a: 1, nested: { b: 2 } });
f.a = 2; f.c = 3; f.nested.b = 4; delete f.a;
console.log(f.a, f.c, f.nested.b, Object.isFrozen(f), Object.isSealed(f)); // expect: 1 undefined 4 true true
const s = Object.seal({ a: 1 });
s.a = 2; s.b = 3; delete s.a;
console.log(s.a, s.b, Object.isFrozen(s)); // expect: 2 undefined false
const a = Object.freeze([1, 2]);
for (const g of [() => { 'use strict'; a[0] = 5; }, () => a.push(3), () => { 'use strict'; a.length = 0; }, () => { 'use strict'; f.a = 1; }]) {
    try { g(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
const d = Object.getOwnPropertyDescriptors({ get x() { return 1; }, y: 2 });
console.log(typeof d.x.get, d.y.writable, Object.create({}, d).y); // expect: function true 2
