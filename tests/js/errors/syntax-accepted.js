// Odd programs that are valid.
const good = [
    'var let; let\n= 1', 'let\nasync', 'yield = 1', 'await = 1', 'var async; async\nfunction f() {}', 'async()', 'async(a, b)', 'async ? 1 : 2', 'for (async of => 1; false;);', 'for (var of of []);', 'for (let of; false;);', 'for (let in {});',
    'x = { async, get, set, static: 1, of, await, yield }; var async, get, set, of', '({ async *[x]() {}, get get() {}, set set(a) {}, async get() {} }); var x', '(a, b, ...[c, d]) => { }', '({ a = 1, b: { c } = {} }) => 1', '({ a: b.c, d: [e.f] } = {a: 1, d: []}); var b = {}, e = {}',
    'a = b ? c => d : e => f; var a, b', '(x => x)\n(1)', 'x\n/1/g; var x, g', '`a${`b${1}`}`', 'if (1) function f() {}', 'l: function f() {}', 'switch (0) { case 1: let a; { let a } }', 'try {} catch { }', 'try {} catch (e) { var e }', 'var a; var a', 'function a() {} function a() {} var a', '{ function f() {} function f() {} }',
    'new new Function()()', 'new x.y.z(1).w; var x = { y: { z: class {} } }', 'new.target', '(class { static async *#m() {} static { this.#m } })', '(class { static = 1; get = 2; set; async; await; "constructor"() {} })', '(class { static static() {} static get get() {} static async async() {} })', '(class extends (class {}) {})', '1 ** -1', '(-1) ** 2', '2 ** 3 ** 2', 'a ?? (b || c); var a = 1, b, c',
    '0.0.toFixed', '1..x', '.5.x', '0b1n', '0xFn', '1n', '/[/]/', '/(?<a>.)\\k<a>/', '/[\\]/]/u', '"\\\u2028"', '"\u2028"', '<!-- comment', '/* x */ --> comment', 'var \\u0061b = 1', 'var ünïcödé, 変数, \u{20000}', '({ if: 1, class: 2 }).if', 'function* g() { yield /re/; yield; yield* []; (yield) ? yield : yield }',
    'async () => { await /re/; for await (const x of []); await (async () => 1)() }', 'async function f() { await await 1 }', 'delete (x); var x', 'void typeof delete +-~!1', 'debugger', ';;;', '"use strict"; { function f() {} }', '() => ({})\n/1/1', 'a\n++\nb; var a, b', 'import("x").catch(() => {})', 'var { a, b: [c] = [], ...d } = {}', '[[a] = [1], { b } = {}] = []; var a, b', 'label: { break label }', 'for (const [a, b] of []) continue', 'x?.[0]?.(1)?.y; var x', 'true?.5:1', 'a = /=/; var a', '(function ({}, []) {})', '({ "a"() {}, 1() {}, [2]() {} })', 'return',
];
let wrong = 0;
for (const source of good) {
    try { new Function(source); } catch (e) { console.log(`${e}: ${source}`); wrong++; }
}
console.log(wrong); // expect: 0
