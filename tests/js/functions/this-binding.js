// What this is: sloppy, strict, methods, arrows, call, apply, bind, primitives.
function sloppy() { return this === globalThis; }
function strict() { 'use strict'; return this; }
console.log(sloppy(), strict()); // expect: true undefined
console.log(sloppy.call(null), strict.call(null), strict.call(5)); // expect: true null 5
console.log(typeof (function () { return this; }).call('s'), typeof strict.call('s')); // expect: object string
const o = { m() { return this === o; }, a: () => typeof this, nested() { return (() => this === o)(); } };
console.log(o.m(), (o.m)(), (0, o.m)(), o.nested()); // expect: true true false true
const bound = strict.bind(1).bind(2);
console.log(bound(), bound.call(3), bound.name); // expect: 1 1 bound bound strict
const partial = ((...a) => a.join()).bind(null, 1, 2);
console.log(partial(3), partial.length); // expect: 1,2,3 0
function Maker(a, b) { this.sum = a + b; }
const Bound = Maker.bind({ ignored: true }, 10);
console.log(new Bound(5).sum, new Bound(1) instanceof Maker); // expect: 15 true
console.log(Math.max.apply(null, { length: 2, 0: 4, 1: 9 })); // expect: 9
