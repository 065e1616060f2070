// The arguments object: length, elements, callee, iteration, and no link to parameters in strict code.
function count() { return arguments.length; }
console.log(count(), count(1, undefined), count(...[1, 2, 3])); // expect: 0 2 3
function strict(a) {
    'use strict';
    a = 2;
    arguments[0] = 3;
    return a + ',' + arguments[0];
}
console.log(strict(1)); // expect: 2,3
function kinds() { return Object.prototype.toString.call(arguments) + [...arguments].join('-'); }
console.log(kinds('a', 'b')); // expect: [object Arguments]a-b
function inArrow() { return (() => arguments[0])(); }
console.log(inArrow('outer')); // expect: outer
function rest(a, ...others) { return arguments.length + ':' + others.length + ':' + rest.length; }
console.log(rest(1, 2, 3)); // expect: 3:2:1
function keys() { return Object.keys(arguments).join(); }
console.log(keys(7, 8, 9)); // expect: 0,1,2
console.log((function () { return arguments[5]; })(1)); // expect: undefined
