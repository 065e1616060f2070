// The name of a function expression is visible in its body only, and cannot be changed.
const f = function fact(n) { return n < 2 ? 1 : n * fact(n - 1); };
console.log(f(5), typeof fact); // expect: 120 undefined
const g = function me() { me = 1; return typeof me; };
console.log(g()); // expect: function
const h = function me() { 'use strict'; try { me = 1; } catch (e) { return e.name; } };
console.log(h()); // expect: TypeError
const k = function me() { var me = 2; return me; };
console.log(k()); // expect: 2
const C = class Inner { static self() { return Inner; } };
console.log(C.self() === C, typeof Inner); // expect: true undefined
