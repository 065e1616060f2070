// flags: --script
// Annex B.3: function declarations in blocks, if branches and switch cases of sloppy code also make a var.
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

(function () {
    same(typeof f, 'undefined', 'the var exists, without a value');
    {
        same(f(), 1, 'inside it is hoisted to the start of the block');
        function f() { return 1; }
        f = 2;
        same(f, 2, 'the name inside is the block\'s');
    }
    same(f(), 1, 'the var got the function when the declaration was reached');
})();
(function () { if (true) function g() { return 'g'; } same(g(), 'g', 'if'); if (false) function h() {} same(typeof h, 'undefined', 'branch not taken'); })();
(function () { switch (1) { case 0: function s() { return 0; } case 1: } same(typeof s, 'undefined', 'case not reached'); })();
(function () { switch (0) { case 0: function s() { return 0; } } same(s(), 0, 'case reached'); })();
(function () { let f = 'outer'; { function f() {} } same(f, 'outer', 'no var where a let stands in the way'); })();
(function (f) { { function f() {} } same(f, 'parameter', 'no assignment to a parameter'); })('parameter');
(function () { { function arguments() {} } same(typeof arguments, 'object', 'nor to arguments when it is used as such'); });
(function () { 'use strict'; { function f() {} } same(typeof f, 'undefined', 'strict'); })();
(function () { { async function f() {} } same(typeof f, 'undefined', 'async functions are lexical'); })();
(function () { { function* f() {} } same(typeof f, 'undefined', 'generators are lexical'); })();
(function () { { function f() { return 1; } function f() { return 2; } same(f(), 2, 'twice in a block'); } same(f(), 2, 'the last'); })();
throws(SyntaxError, () => Function("'use strict'; { function f() {} function f() {} }"), 'twice in strict code');
(function () { for (let i = 0; i < 2; i++) { function f() { return i; } } same(f(), 1, 'loop bodies'); })();
(function () { try { throw 1; } catch (f) { { function f() { return 'inner'; } } } same(f(), 'inner', 'past a simple catch parameter'); })();
(function () { try { throw [1]; } catch ([f]) { { function f() {} } } same(typeof f, 'undefined', 'not past a pattern'); })();
(function () { label: function f() { return 'labelled'; } same(f(), 'labelled', 'labels'); })();
(function () { eval('{ function fromEval() { return 3; } }'); same(fromEval(), 3, 'in eval'); })();
{
    function inBlock() { return 'global'; }
}
same(globalThis.inBlock(), 'global', 'global code');
same(Object.getOwnPropertyDescriptor(globalThis, 'inBlock').configurable, false, 'global var');
