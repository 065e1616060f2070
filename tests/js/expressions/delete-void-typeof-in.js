// Unary operators and membership.
const o = Object.freeze({ fixed: 1 });
console.log(delete o.fixed, delete o.none, delete [].length, delete 1); // expect: false true false true
(function () { 'use strict'; try { delete o.fixed; } catch (e) { console.log(e.name); } })(); // expect: TypeError
console.log(typeof null, typeof (() => {}), typeof Symbol(), typeof class {}, typeof undefined, typeof 1, typeof ''); // expect: object function symbol function undefined number string
console.log(void 0, typeof void 'x', 'a' in { a: 1 }, 0 in [1], 1 in [1], 'length' in []); // expect: undefined undefined true true false true
try { 'x' in 'string'; } catch (e) { console.log(e.name); } // expect: TypeError
try { ({}) instanceof 5; } catch (e) { console.log(e.name); } // expect: TypeError
console.log([] instanceof Array, [] instanceof Object, Object.create(null) instanceof Object); // expect: true true false
class Even { static [Symbol.hasInstance](n) { return n % 2 === 0; } }
console.log(2 instanceof Even, 3 instanceof Even); // expect: true false
const bound = Array.bind(null);
console.log([] instanceof bound); // expect: true
class P { #x; static has(o) { return #x in o; } }
console.log(P.has(new P()), P.has({})); // expect: true false
