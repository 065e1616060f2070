// flags: --script
// Function, GeneratorFunction, AsyncFunction, AsyncGeneratorFunction from text.
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
const GeneratorFunction = (function* () {}).constructor;
const AsyncFunction = (async () => {}).constructor;
const AsyncGeneratorFunction = (async function* () {}).constructor;

same(new Function('a', 'b', 'return a + b')(1, 2), 3, 'parameters one by one');
same(Function('a, b', 'return a * b')(3, 4), 12, 'parameters in one text');
same(Function('{a}', '[b] = [5]', '...c', 'return a + b + c.length')({a: 1}, undefined, 0, 0), 8, 'patterns');
same(Function()(), undefined, 'nothing');
same(Function('a', 'b', '').length, 2, 'length');
same(Function('return 1').name, 'anonymous', 'name');
same(String(Function('a', 'b /* c */', 'return a')), 'function anonymous(a,b /* c */\n) {\nreturn a\n}', 'text');
var global = 'global';
(function () { var global = 'local'; same(Function('return global')(), 'global', 'scope is the global one'); })();
same(Function('return this')(), globalThis, 'this');
same(Function("'use strict'; return this")(), undefined, 'strict');
same([...GeneratorFunction('n', 'for (let i = 0; i < n; i++) yield i')(3)].join(), '0,1,2', 'generator');
same(new Function('return new.target') instanceof Function, true, 'new.target is allowed');
same(Object.getPrototypeOf(Reflect.construct(Function, [], Array)), Array.prototype, 'new.target decides the prototype');
AsyncFunction('x', 'return await x')(Promise.resolve(4)).then((v) => same(v, 4, 'async'));
AsyncGeneratorFunction('yield await 5')().next().then((r) => same(r.value, 5, 'async generator'));
throws(SyntaxError, () => Function('/*', '*/){'), 'a comment that spans parameters and body');
throws(SyntaxError, () => Function('){', '}'), 'parameters that close the list');
throws(SyntaxError, () => Function('}, function () {'), 'a body that closes itself');
throws(SyntaxError, () => Function('super()'), 'super');
throws(SyntaxError, () => Function('a', 'a', "'use strict'"), 'doubled parameters in strict code');
throws(SyntaxError, () => Function('a = 1', "'use strict'"), 'strict with defaults');
throws(SyntaxError, () => GeneratorFunction('x = yield', ''), 'yield in parameters');
throws(SyntaxError, () => AsyncFunction('x = await 1', ''), 'await in parameters');
throws(SyntaxError, () => Function('await: 1; yield: 2; import.meta'), 'import.meta');
same(Function('a //', 'return a')(6), 6, 'a line comment ends at the line');
same(Function('-->')(), undefined, 'HTML-like comment');
throws(SyntaxError, () => Function('-->', ''), 'HTML-like comment that begins no line');
same(Function({toString() { return 'q'; }}, {toString() { return 'return q'; }})(7), 7, 'converted to text');
throws(RangeError, () => Function({toString() { throw new RangeError('x'); }}), 'conversion fails');
