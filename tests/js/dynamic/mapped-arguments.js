// flags: --script
// Sloppy functions with simple parameters: elements of `arguments` and parameters are one variable.
function same(actual, expected, what) {
    if (!Object.is(actual, expected)) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
function throws(kind, body, what) {
    try {
        body();
    } catch (error) {
        if (error instanceof kind) return;
        throw new Error(`${what}: threw ${error}`);
    }
    throw new Error(`${what}: did not throw`);
}

(function (a, b) {
    arguments[0] = 10;
    same(a, 10, 'element to parameter');
    b = 20;
    same(arguments[1], 20, 'parameter to element');
    same(arguments.length, 3, 'length counts what was given');
    arguments[2] = 30;
    same(arguments[2], 30, 'further arguments are plain');
    arguments.length = 1;
    same(a + arguments[1], 30, 'length is an ordinary property');
})(1, 2, 3);
(function (a, b) {
    b = 2;
    same(arguments[1], undefined, 'a parameter that was not given is not mapped');
    same(1 in arguments, false, 'and has no element');
    arguments[1] = 3;
    same(b, 2, 'nor gets one later');
})(1);
(function (a) {
    delete arguments[0];
    arguments[0] = 5;
    same(a, 1, 'delete ends the mapping');
})(1);
(function (a) {
    Object.defineProperty(arguments, 0, {value: 7});
    same(a, 7, 'define with a value writes through');
    Object.defineProperty(arguments, 0, {writable: false});
    a = 8;
    same(arguments[0], 7, 'not writable ends the mapping');
})(1);
(function (a) {
    Object.defineProperty(arguments, 0, {get() { return 'got'; }, configurable: true});
    a = 2;
    same(arguments[0], 'got', 'an accessor ends the mapping');
})(1);
(function (a) {
    Object.freeze(arguments);
    a = 9;
    same(arguments[0], 1, 'freeze');
    throws(TypeError, () => { 'use strict'; arguments[0] = 1; }, 'frozen');
})(1);
(function (a, a) { same(a, 2, 'the last of equal names'); a = 3; same(arguments[1], 3, 'is the mapped one'); same(arguments[0], 1, 'the first is not'); })(1, 2);
(function (a) { (() => { arguments[0] = 4; })(); same(a, 4, 'arrow'); })(1);
(function (a) { const set = (v) => { a = v; }; set(6); same(arguments[0], 6, 'captured parameter'); })(1);
(function (a) { eval('a = 11'); same(arguments[0], 11, 'eval'); })(1);
(function (a) { 'use strict'; a = 2; same(arguments[0], 1, 'strict: no mapping'); throws(TypeError, () => arguments.callee, 'strict callee'); })(1);
(function (a, ...rest) { a = 2; same(arguments[0], 1, 'rest: no mapping'); })(1);
(function (a = 0) { a = 2; same(arguments[0], 1, 'default: no mapping'); })(1);
(function ({x}) { x = 2; same(arguments[0].x, 1, 'pattern: no mapping'); })({x: 1});
(function () { same(arguments.callee.name, '', 'callee'); same([...arguments].join(), '1,2', 'iterable'); same(Object.prototype.toString.call(arguments), '[object Arguments]', 'tag'); })(1, 2);
(function (a) { var arguments; same(arguments[0], 1, 'var arguments keeps the object'); })(1);
(function (a) { function arguments() {} same(typeof arguments, 'function', 'a function of that name replaces it'); })(1);
(function (arguments) { same(arguments, 1, 'a parameter of that name'); })(1);
(function (a) { arguments = 5; same(arguments, 5, 'it can be assigned'); same(a, 1, 'parameters stay'); })(1);
(function (a, b) { Array.prototype.reverse.call(arguments); same(a * 10 + b, 21, 'reverse'); Array.prototype.shift.call(arguments); same(a, 1, 'shift'); })(1, 2);
(function (a) { for (const key in arguments) same(key, '0', 'keys'); same(Object.keys(arguments).join(), '0', 'own keys'); same(Object.getOwnPropertyNames(arguments).join(), '0,length,callee', 'names'); })(1);
(function (a) { same(JSON.stringify(Object.getOwnPropertyDescriptor(arguments, 0)), '{"value":1,"writable":true,"enumerable":true,"configurable":true}', 'descriptor'); a = 3; same(Object.getOwnPropertyDescriptor(arguments, 0).value, 3, 'descriptor of the mapped value'); })(1);
function escape(a) { return [arguments, () => a, (v) => { a = v; }]; }
var [kept, get, set] = escape(1);
kept[0] = 'x';
same(get(), 'x', 'after the call: element to parameter');
set('y');
same(kept[0], 'y', 'after the call: parameter to element');
(function () { same(arguments.length, 70000, 'many'); same(arguments[69999], 69999, 'the last'); }).apply(null, Array.from({length: 70000}, (_, i) => i));
function* delayed(a) { a = yield arguments[0]; yield arguments[0]; }
var generator = delayed(1);
same(generator.next().value, 1, 'generator');
same(generator.next(2).value, 2, 'generator after resumption');
