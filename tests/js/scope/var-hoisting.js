// var and function declarations are hoisted to the function; blocks make function bindings of their own.
console.log(typeof f, typeof v); // expect: function undefined
var v = 1;
function f() {}
function g() {
    if (false) var inner = 1;
    return typeof inner + (inner === undefined);
}
console.log(g()); // expect: undefinedtrue
(function () {
    console.log(typeof blockFunction); // expect: undefined
    {
        console.log(blockFunction()); // expect: in the block
        function blockFunction() { return 'in the block'; }
    }
    console.log(typeof blockFunction); // expect: function
})();
(function () {
    'use strict';
    { function hidden() {} }
    console.log(typeof hidden); // expect: undefined
})();
(function (a, a) { console.log(a, arguments.length); })(1, 2); // expect: 2 2
