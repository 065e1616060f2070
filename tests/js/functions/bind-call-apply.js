// bind, call and apply.
function f(a, b, c) { 'use strict'; return [this, a, b, c, arguments.length].join(); }
console.log(f.call('t', 1, 2), f.apply('t', [1, 2, 3, 4]), f.apply(null), f.call()); // expect: t,1,2,,2 t,1,2,3,4 ,,,,0 ,,,,0
console.log(f.apply(1, { length: 2, 0: 'x' }), f.apply(1, [, 5])); // expect: 1,x,,,2 1,,5,,2
const g = f.bind('b', 1);
console.log(g(2, 3), g.name, g.length, 'prototype' in g, g.bind(0, 2).name, g.bind(0, 2)(9)); // expect: b,1,2,3,3 bound f 2 false bound bound f b,1,2,9,3
class P { constructor(...a) { this.a = a; this.t = new.target === P; } }
const B = P.bind(null, 1, 2);
console.log(new B(3).a.join(), new B() instanceof P, new B() instanceof B, new B().t); // expect: 1,2,3 true true true
B.prototype = P.prototype; // without one it could not be extended
class Q extends B {}
console.log(new Q(4).a.join(), new Q().t); // expect: 1,2,4 false
try { new (f.bind())(); console.log('ok'); new ((() => 1).bind())(); } catch (e) { console.log(e.name); }
// expect: ok
// expect: TypeError
const odd = Object.defineProperty(function () {}, 'length', { value: Infinity });
console.log(odd.bind(null, 1).length, Object.defineProperty(odd, 'name', { value: 5 }).bind().name + '|'); // expect: Infinity bound |
for (const v of [undefined, 1, {}, 'x']) try { Function.prototype.call.call(v); } catch (e) { console.log(e.name); }
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
try { f.apply(null, 5); } catch (e) { console.log(e.name); } // expect: TypeError
try { f.caller; console.log('?'); } catch (e) { console.log(e.name); } // expect: TypeError
console.log(Math.max.apply(null, Array.from({ length: 50000 }, (_, i) => i))); // expect: 49999
console.log(Function.prototype[Symbol.hasInstance].call(P, new Q()), Function.prototype(), Function.prototype.name + '|'); // expect: true undefined |
