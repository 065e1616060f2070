// Script-level var and function become properties of the global object, let and class do not.
var v = 1;
let l = 2;
function f() {}
// flags: --script
console.log(globalThis.v, globalThis.l, globalThis.f === f, this === globalThis); // expect: 1 undefined true true
globalThis.made = 3;
console.log(made, delete globalThis.made, typeof made); // expect: 3 true undefined
console.log(delete globalThis.v, v); // expect: false 1
(function () { implicit = 4; })();
console.log(implicit, Object.getOwnPropertyDescriptor(globalThis, 'implicit').configurable); // expect: 4 true
try { unknown; } catch (e) { console.log(e.name, e.message); } // expect: ReferenceError unknown is not defined
(function () { 'use strict'; try { undeclared = 1; } catch (e) { console.log(e.name); } })(); // expect: ReferenceError
console.log(typeof undeclared); // expect: undefined
