// Prototypes: chains, shadowing, changes under way, cycles refused, setters inherited.
const base = { v: 1, set s(x) { this.stored = x; }, get g() { return this.own ?? 'none'; } };
const mid = Object.create(base), top = Object.create(mid, { own: { value: 'own' } });
console.log(top.v, top.g, mid.g); // expect: 1 own none
top.s = 5;
console.log(Object.hasOwn(top, 'stored'), base.stored); // expect: true undefined
function read(o) { return o.v; }
const log = [];
for (let i = 0; i < 6; i++) {
    if (i === 2) base.v = 2;
    if (i === 3) mid.v = 3;
    if (i === 4) top.v = 4;
    if (i === 5) { delete top.v; delete mid.v; delete base.v; }
    log.push(read(top));
}
console.log(log.join()); // expect: 1,1,2,3,4,
Object.setPrototypeOf(mid, { v: 'other' });
console.log(read(top), top instanceof Object); // expect: other true
try { Object.setPrototypeOf(mid, top); } catch (e) { console.log(e.name); } // expect: TypeError
Object.defineProperty(base, 'fixed', { value: 1 });
Object.setPrototypeOf(mid, base);
(() => { 'use strict'; try { top.fixed = 2; } catch (e) { console.log(e.name); } })(); // expect: TypeError
top.fixed = 2;
console.log(top.fixed, base.isPrototypeOf(top), Object.getPrototypeOf(Object.getPrototypeOf(top)) === base); // expect: 1 true true
const n = Object.create(null);
n.toString = 'data';
console.log(n.toString, 'hasOwnProperty' in n, Object.keys(n).length); // expect: data false 1
console.log(({ __proto__: null }) instanceof Object, ({}).__proto__ === Object.prototype); // expect: false true
function Old() {} Old.prototype.m = () => 'old';
const instance = new Old();
Old.prototype = { m: () => 'new' };
console.log(instance.m(), new Old().m(), instance instanceof Old); // expect: old new false
