// flags: --script
// Direct eval: it reads and writes the caller's variables, and its var declarations land in the caller's function.
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

function reads(parameter) {
    let local = 2;
    const fixed = 3;
    {
        let block = 4;
        same(eval('parameter + local + fixed + block'), 10, 'names of all scopes');
        eval('local = 20; block = 40');
        same(local + block, 60, 'writes');
        throws(TypeError, () => eval('fixed = 1'), 'const');
        throws(ReferenceError, () => eval('later'), 'dead zone');
        let later = 1;
    }
    same(eval('arguments.length'), 1, 'arguments');
}
reads(1);

function declares() {
    eval('var made = 1; function f() { return made; }');
    made++;
    same(f(), 2, 'var and function declarations');
    same(delete made, true, 'they can be deleted');
    same(typeof made, 'undefined', 'and are gone then');
    eval('let own = 1; const also = 2; class C {}');
    same(typeof own + typeof also + typeof C, 'undefinedundefinedundefined', 'lexical declarations stay inside');
}
declares();

function strict() {
    'use strict';
    eval('var inside = 1');
    same(typeof inside, 'undefined', 'strict eval has variables of its own');
    throws(SyntaxError, () => eval('with ({}) ;'), 'strictness is inherited');
}
strict();
(function () { eval("'use strict'; var alone = 1"); same(typeof alone, 'undefined', 'a strict text in sloppy code'); })();

// Conflicts with lexical declarations, before anything runs.
throws(SyntaxError, () => { let taken; eval('var taken'); }, 'var against let');
throws(SyntaxError, () => { let taken; { eval('var taken'); } }, 'var against let of an outer block');
(function () { try { throw 1; } catch (e) { eval('var e = 2'); same(e, 2, 'a simple catch parameter allows var'); } same(e, undefined, 'the var'); })();
throws(SyntaxError, () => { (function (a = eval('var a = 1')) {})(); }, 'against a parameter');
(function (a, b = eval('var made = 5'), c = made) { same(c, 5, 'parameters have a scope of their own'); same(typeof made, 'number', 'visible in the body'); })();

// What a function is: this, new.target, super, home objects, arguments of the nearest function.
function Maker() { return eval('new.target'); }
same(new Maker(), Maker, 'new.target');
class Base { hello() { return 'hello'; } }
class Derived extends Base {
    constructor() { eval('super()'); this.ok = eval('this') === this; }
    hello() { return eval('super.hello()') + '!'; }
    #secret = 6;
    peek() { return eval('this.#secret'); }
    field = eval('this.constructor.name');
}
var derived = new Derived();
same(derived.ok && derived.hello() + derived.peek() + derived.field, 'hello!6Derived', 'class members');
throws(SyntaxError, () => eval('new.target'), 'new.target in an arrow of the script');
throws(SyntaxError, () => eval('super.x'), 'super in a function');
throws(SyntaxError, () => eval('this.#nowhere'), 'unknown private name');
throws(SyntaxError, () => { class A { field = eval('arguments'); } new A(); }, 'arguments in a field');
same((() => eval('this'))(), globalThis, 'this of the script');

// Which calls are direct.
var where = 'global';
(function () {
    var where = 'local';
    same(eval('where'), 'local', 'direct');
    same((0, eval)('where'), 'global', 'comma');
    same(eval?.('where'), 'global', 'optional call');
    same(globalThis.eval('where'), 'global', 'member');
    same((eval)('where'), 'local', 'parenthesized');
    same(eval(...['where']), 'local', 'spread');
    var eval2 = eval;
    same(eval2('where'), 'global', 'another name');
    same(eval(5), 5, 'no string: the value itself');
    same(eval(), undefined, 'nothing');
})();
(function (eval) { same(eval('1 + 1'), 'called 1 + 1', 'a local function named eval'); })((text) => 'called ' + text);

// Closures made by eval and around it, loops with per-iteration bindings, generators, async functions.
var makers = [];
for (let i = 0; i < 3; i++) makers.push(eval('() => i'));
same(makers.map((f) => f()).join(), '0,1,2', 'per iteration');
function* steps(n) { for (let i = 0; i < n; i++) yield eval('i * 10'); }
same([...steps(3)].join(), '0,10,20', 'generator');
(function () { var hidden = 1; (function () { eval('hidden = 2'); })(); same(hidden, 2, 'through several functions'); })();
(function () { eval('var shadow = 1'); (() => { same(shadow, 1, 'arrow sees it'); eval('shadow = 3'); })(); same(shadow, 3, 'arrow wrote it'); })();
(function f() { eval('f = 1'); same(typeof f, 'function', "a function expression's own name is read-only"); })();

// Completion values and errors.
same(eval('1; if (false) 2;'), undefined, 'if without a value');
same(eval('var v = 1;'), undefined, 'declarations have none');
same(eval('do { 3; break; } while (0)'), 3, 'loops');
same(eval('{ 1; }; ;'), 1, 'empty statements keep it');
throws(SyntaxError, () => eval('1 +'), 'syntax errors are thrown');
try { eval('\n\n  nowhere'); } catch (error) { same(error instanceof ReferenceError, true, 'reference error'); }

// Global code: deletable variables, functions of the global object.
eval('var fromEval = 1; function alsoFromEval() {}');
same(delete globalThis.fromEval, true, 'var of eval is deletable');
same(delete globalThis.alsoFromEval, true, 'function of eval is deletable');
let lexical = 1;
throws(SyntaxError, () => (0, eval)('var lexical'), 'var against a global let');
(0, eval)('let fleeting = 1');
same(typeof fleeting, 'undefined', 'let of indirect eval does not stay');

var done = false;
(async function (p) { await null; same(eval('p'), 4, 'after await'); done = true; })(4);
queueMicrotask(() => queueMicrotask(() => { if (!done) throw new Error('async function did not go on'); }));
