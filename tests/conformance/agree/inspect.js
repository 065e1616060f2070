// util.inspect and util.format: values as source text, each shown with several sets of options.
// The table is fixed: it does not ask for random inputs.

{
const util = require('util');
const { inspect } = util;

const run = (source) => (0, eval)(`(${source})`);
globalThis.util = util;

// Frames of a stack are the engine's own: errors of the table get fixed ones.
globalThis.fixed = (error, stack) => {
  const first = stack ?? String(error);
  Object.defineProperty(error, 'stack', {
    value: `${first}\n    at first (file.js:1:2)\n    at second (file.js:3:4)`, writable: true, configurable: true, enumerable: false,
  });
  return error;
};
globalThis.kept = { a: 1 };
globalThis.handled = (promise) => { promise.catch(() => {}); return promise; };
globalThis.with_ = (object, more) => Object.assign(object, more);
globalThis.hide = (object, key, value) => Object.defineProperty(object, key, { value, configurable: true });
globalThis.bare = (object) => Object.setPrototypeOf(object, null);
globalThis.loop = () => { const a = { name: 'a' }; a.self = a; a.list = [a, { a }]; return a; };
globalThis.deep = (n) => { let o = {}; for (let i = 0; i < n; i++) o = { o }; return o; };
globalThis.A = class A { constructor() { this.own = 1; } get area() { return 2; } method() {} };
globalThis.B = class B extends A { get other() { return 3; } static count = 5; };

const show = (label, make) => {
  let text;
  try {
    text = make();
  } catch (error) {
    text = `threw ${error}`;
  }
  console.log(`inspect\t${label}\t${JSON.stringify(text)?.replaceAll(process.cwd(), 'CWD')}`);
};

const optionSets = [
  'undefined', '{ colors: true }', '{ depth: 0 }', '{ depth: null, compact: false }', '{ compact: true }',
  '{ compact: 1, breakLength: 40 }', '{ breakLength: Infinity, sorted: true }', '{ maxArrayLength: 2, maxStringLength: 3 }',
  '{ getters: true, numericSeparator: true }', '{ depth: -1 }',
];

// Shown with all of the sets.
const structures = [
  '{ a: 1, b: "x", c: [1, 2, 3], d: { e: { f: { g: 1 } } } }',
  '[[[[[]]]], { a: [[{ b: 1 }]] }]',
  'new Map([["key", { a: [1, 2] }], [{ k: 1 }, "v"]])',
  'new Set([1, "two", [3], new Set([4])])',
  '[1.5, -2, 1234567.891, 12345678, 100000n, NaN, Infinity]',
  '["one", "it\'s", "a \\"b\\" \'c\'", "line\\nbreak", "\\u0000\\x7f\\u2028"]',
  'loop()',
  'new B()',
  'with_([1, 2, 3], { x: 1, "y-z": { a: 1 } })',
  'with_(function named() {}, { a: 1, b: { c: 2 } })',
  'Array.from({ length: 27 }, (_, i) => i * i)',
  'Array.from({ length: 120 }, (_, i) => i)',
  'Array.from({ length: 17 }, (_, i) => "s".repeat(i % 5))',
  '({ long: "x".repeat(60), other: "y".repeat(30), third: ["z".repeat(40), "w".repeat(40)] })',
  '({ text: "first line\\nsecond line is longer\\nthird line is longer still, by far".repeat(2) })',
  'new Uint8Array(12)', 'new BigInt64Array([1n, -2n, 30000n])', 'new ArrayBuffer(10)', 'new DataView(new ArrayBuffer(4), 1)',
  'fixed(new Error("message"))', 'with_(fixed(new TypeError("of kind")), { code: "E", detail: { a: { b: 1 } } })',
  '{ nested: [fixed(new Error("two\\nlines"))] }',
  '({ get a() { return 1 }, set a(v) {}, get b() { return { c: { d: 1 } } }, set e(v) {}, get f() { throw new Error("no") } })',
  'Promise.resolve({ a: [1] })', '[Symbol("s"), Symbol(), Symbol.iterator, { [Symbol("k")]: Symbol("v") }]',
  '[undefined, null, true, false, 1.5, "", , 0]', 'new Map([["a", 1], ["b", 2]]).entries()', 'new Set(["a", "b"]).values()',
  '[new Date(0), new Date(NaN), /re/gi, with_(new Date(8.64e15), { x: 1 }), with_(/r/, { y: [1] })]',
  'new Proxy({ target: { a: { b: {} } } }, {})', '[class A {}, class extends Array {}, () => {}, async () => {}, function* g() {}]',
];

// Shown as they are.
const values = [
  '0', '-0', '1e21', '1e-7', '123456789.125', '2n ** 70n', '-5n', '"plain"', '"it\'s"', '\'"\'', '"`\'\\""', '"${a}\'\\""', '"tab\\there"',
  '"\\b\\f\\v\\r\\n\\t\\\\"', '"\\ud800"', '"a\\udc00b"', '"\\ud83d\\ude00"', '"\\x80\\x9f\\xa0"', '"é日本"', '""', 'Symbol("a b")', 'Symbol("a\\nb")',
  '{}', '[]', '{ a: undefined }', '{ "": 1, "a b": 2, 1: 3, $: 4, _x9: 5, "é": 6, "a\'b": 7 }', '{ ["__proto__"]: 1 }',
  '{ [Symbol()]: 1, [Symbol("x")]: 2, [Symbol("a\\nb")]: 3 }', 'Object.create(null)', 'with_(Object.create(null), { a: 1 })',
  'Object.create({})', 'Object.create(Object.create(null))', 'Object.create(Object.create({ constructor: 5 }))', 'Object.create(A.prototype)',
  'Object.create(Array.prototype)', 'A.prototype', 'B.prototype', 'Object.prototype', 'Array.prototype', 'Map.prototype', 'Function.prototype',
  '{ constructor: 1 }', '{ constructor: { name: "N" } }', '{ constructor: class C {} }', 'Object.create({ constructor: function X() {} })',
  'new (class {})', 'new (class extends null { constructor() { return Object.create(new.target.prototype) } })', 'new (class Foo extends Object {})',
  '{ [Symbol.toStringTag]: "T" }', 'Object.create({ [Symbol.toStringTag]: "T" })', 'new (class Q { get [Symbol.toStringTag]() { return "tag" } })',
  'new (class Q { get [Symbol.toStringTag]() { return "Q" } })',
  'hide({}, Symbol.toStringTag, "hidden")', '{ __proto__: null, [Symbol.toStringTag]: "a", b: 1 }', 'Object.create({ [Symbol.toStringTag]: "" })',
  '[,]', '[, 1]', '[1, , 2]', '[1, , , 2, ,]', 'Array(3)', 'Array(1e6)', 'with_(Array(5), { 3: 1 })', '(() => { const a = []; a[500] = 1; a[4e9 % 2 ** 32 - 1] = 2; return a })()',
  'with_([], { "-1": 1, "01": 2, x: 3 })', 'new (class extends Array {})(2)', 'new (class Foo extends Array {})(2)', 'bare([1, 2])', 'hide([1], Symbol.toStringTag, "tagged")',
  'Object.defineProperty([1, 2], 0, { get() { return 5 }, enumerable: true })', 'Object.defineProperty([1, 2], 1, { value: 3, enumerable: false })', 'Object.freeze([1])',
  'new Map()', 'new Set()', 'new Map([[1, 2]])', 'new (class M extends Map {})([[1, 2]])', 'bare(new Map([[1, 2]]))', 'bare(new Set([1]))', 'with_(new Map([[1, 2]]), { x: 1 })', 'with_(new Set(), { x: 1 })',
  'new Map([[new Map([[1, 2]]), new Set([new Set()])]])', 'new Map().keys()', 'new Map([[1, 2]]).keys()', 'new Map([[1, 2]]).values()', 'new Map([[1, 2]])[Symbol.iterator]()', 'new Set([1]).entries()', 'new Set([[1, [2]]]).entries()',
  '(() => { const i = new Map([[1, 2], [3, 4]]).entries(); i.next(); return i })()', '(() => { const i = new Set([1]).values(); i.next(); i.next(); return i })()', 'bare(new Map([[1, 2]]).keys())', 'with_(new Set([1]).keys(), { x: 1 })',
  '[1][Symbol.iterator]()', '"x"[Symbol.iterator]()', '"x".matchAll(/x/g)', 'new WeakMap()', 'new WeakSet()', 'new WeakRef({})', 'bare(new WeakSet())', 'with_(new WeakMap(), { x: 1 })',
  'new FinalizationRegistry(() => {})', '(function* () {})()', '(async function* () {})()', 'bare((function* () {})())', 'with_((function* () {})(), { a: 1 })',
  'new Promise(() => {})', 'Promise.resolve(1)', 'handled(Promise.reject(1))', 'with_(Promise.resolve("s"), { x: 1 })', 'new (class P extends Promise {})(() => {})', 'bare(Promise.resolve(1))',
  'new ArrayBuffer(0)', 'new SharedArrayBuffer(3)', 'new ArrayBuffer(80)', 'with_(new ArrayBuffer(1), { x: 1 })', 'new (class AB extends ArrayBuffer {})(1)',
  'new Uint8Array(0)', 'new Float64Array([1.5, -0, NaN])', 'with_(new Int8Array(2), { x: 1 })', 'new (class U extends Uint8Array {})(2)', 'bare(new Uint8Array(2))', 'new Uint16Array(200)', 'new BigUint64Array(8)',
  'new Number(1)', 'new Number(-0)', 'new String("s")', 'new String("it\'s")', 'new Boolean(false)', 'Object(1n)', 'Object(Symbol("s"))', 'with_(new String("abc"), { x: 1 })', 'with_(new Number(3), { x: 1 })', 'new (class S extends String {})("s")', 'bare(new String("s"))', 'hide(new Number(1), Symbol.toStringTag, "T")',
  'new Date(NaN)', 'new Date(0)', 'new Date(-1)', 'new Date(8.64e15)', 'new Date(-8.64e15)', 'new Date(-62167219200001)', 'new (class D extends Date {})(0)', 'bare(new Date(5))', 'with_(new Date(NaN), { x: 1 })', 'hide(new Date(0), Symbol.toStringTag, "T")',
  '/a\\/b/dgimsuy', 'new RegExp("")', 'new RegExp("\\n")', 'new (class R extends RegExp {})("a", "g")', 'bare(/a/g)', 'with_(/a/, { x: 1 })', 'hide(/a/, Symbol.toStringTag, "T")',
  'function f() {}', '() => {}', 'async () => {}', 'async function f() {}', 'function* g() {}', 'async function* g() {}', 'class A {}', 'class {}', 'class B extends A {}', 'class extends A {}', 'class extends null {}', 'class { static x = 1; static y = { z: 1 } }', 'B',
  'bare(function f() {})', 'bare(class C {})', 'Object.setPrototypeOf(function f() {}, class Q {}.prototype)', 'Object.setPrototypeOf(function f() {}, { __proto__: Function.prototype, constructor: class Fn extends Function {} })', 'hide(function f() {}, "name", "renamed")', 'hide(() => {}, "name", "")', 'hide(class C {}, "name", "other")',
  'with_(() => {}, { a: 1 })', 'with_(class C {}, { a: 1 })', 'hide(() => {}, Symbol.toStringTag, "T")', 'with_(() => {}, { [Symbol.toStringTag]: "T" })', 'Math.max', '(() => {}).bind()', '(function q() {}).bind()', 'Object.getOwnPropertyDescriptor(A.prototype, "area").get', '({ "a b"() {} })', 'Symbol', 'Proxy', 'Promise',
  'fixed(new Error())', 'fixed(new Error(""))', 'fixed(new Error("m"))', 'fixed(new RangeError("m"))', 'fixed(new (class extends Error {})("m"))', 'fixed(new (class MyError extends Error {})("m"))', 'fixed(new (class MyError extends TypeError {})("m"))', 'fixed(new (class Broken extends RangeError { name = "Other" })("m"))',
  'fixed(with_(new Error("m"), { name: "Custom" }))', 'with_(fixed(new Error("m")), { name: "Custom" })', 'with_(fixed(new Error("m")), { name: "Error" })', 'with_(fixed(new Error("m")), { name: undefined })', 'hide(fixed(new Error("m")), "name", "Hidden")', 'with_(fixed(new Error("m")), { message: "changed" })',
  'bare(fixed(new Error("m")))', 'bare(fixed(new RangeError("m")))', 'Object.setPrototypeOf(fixed(new Error("m")), B.prototype)', 'hide(fixed(new Error("m")), Symbol.toStringTag, "T")', 'with_(new Error("m"), { stack: undefined })', 'with_(new Error("m"), { stack: "custom stack" })', 'with_(new Error("m"), { stack: "" })', 'with_(new Error("m"), { stack: null })', 'with_(new Error("m"), { stack: 5 })', 'with_(new Error("m\\nn"), { stack: "Error: m\\nn" })',
  'fixed(new Error("m", { cause: 1 }))', 'fixed(new Error("m", { cause: fixed(new TypeError("why")) }))', 'fixed(new Error("m", { cause: { a: { b: { c: 1 } } } }))', 'with_(fixed(new Error("m")), { cause: "own" })', 'with_(fixed(new Error("m", { cause: undefined })), { code: 1 })',
  'fixed(new AggregateError([fixed(new Error("a")), 2], "both"))', 'fixed(new AggregateError([]))', 'with_(fixed(new Error("m")), { errors: [1] })', 'with_(fixed(new Error("m")), { errors: 5 })', '{ error: fixed(new Error("m")) }', '[[fixed(new Error("a\\nb"))]]', '{ e: with_(fixed(new Error("x")), { info: { deep: { er: {} } } }) }', 'Object.assign(Object.create(Error.prototype), { message: "not really" })', '(() => { const e = fixed(new Error("m")); e.self = e; return e })()',
  '(() => { const e = fixed(new Error("outer")); e.cause = fixed(new Error("inner")); e.stack = "Error: outer\\n    at 1\\n    at 2\\n    at 3\\n    at 4\\n    at 5\\n    at 6"; e.cause.stack = "Error: inner\\n    at 0\\n    at 2\\n    at 3\\n    at 4\\n    at 5\\n    at 6"; return e })()',
  '(() => { const a = {}; a.a = a; return a })()', '(() => { const a = []; a.push(a, a); return a })()', '(() => { const m = new Map(); m.set(m, m); return m })()', '(() => { const a = {}, b = { a }; a.b = b; return [a, b, a] })()', '(() => { const a = { x: {} }; a.x.y = a.x; a.z = a; return { a } })()', '(() => { const f = () => {}; f.f = f; return f })()', '(() => { const s = new Set(); s.add([s]); return s })()',
  '(function () { return arguments })(1, "a")', '(function () { "use strict"; return arguments })()', '(function () { return { arguments } })({})', 'globalThis.JSON', 'Math', 'Reflect', 'Atomics',
  'new Proxy([1], {})', 'new Proxy(function f() {}, {})', 'new Proxy(class C {}, {})', 'new Proxy(new Map([[1, 2]]), {})', 'new Proxy(new Proxy({ a: 1 }, {}), {})', 'new Proxy({ a: 1 }, { get() { throw 1 }, ownKeys() { throw 1 }, getPrototypeOf() { throw 1 } })', '(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })()', '[new Proxy(new Error("m"), {}) instanceof Error]',
  '{ f() {}, async g() {}, *h() {}, get i() { return 1 }, set j(v) {}, k: class {}, l: () => {} }', '{ a: [{ b: 1 }, { c: [1, 2, [3]] }], d: new Map([[{}, []]]) }', 'deep(5)', '[deep(5)]', '{ a: { b: { c: {} } } }', '{ a: { b: { c: [] } } }', '{ a: { b: { c: new Map() } } }', '{ a: { b: { c: new A() } } }', '{ a: { b: { c: Object.create(null) } } }', '{ a: { b: { c: with_(Object.create(null), { x: 1 }) } } }', '{ a: { b: { c: new Proxy({ x: 1 }, {}) } } }', '{ a: { b: { c: hide({ x: 1 }, Symbol.toStringTag, "T") } } }', '{ a: { b: { c: new Date(0), d: /x/, e: () => {}, f: Symbol("x"), g: with_(() => {}, { x: 1 }) } } }',
  '"x".repeat(100)', '"x".repeat(20000)', '"a\\n".repeat(30)', '["a\\n".repeat(12)]', '{ k: "short\\ntext" }', '{ k: "exactly sixteen\\n" }', '{ k: "it is longer than sixteen\\nbut less than the line" }', '"q\'\\n".repeat(40)', 'new Array(200).fill("ab")', 'new Array(101).fill(1)', 'new Array(7).fill(undefined)', 'new Array(30).fill(null)', 'new Array(8).fill({ a: 1 })', 'new Array(10).fill([1, 2])', 'new Array(12).fill(true)', 'Array.from({ length: 30 }, (_, i) => i % 2 ? "odd" : i)', 'Array.from({ length: 26 }, (_, i) => i ** 5)', 'Array.from({ length: 50 }, (_, i) => -i / 7)', 'Array.from({ length: 20 }, (_, i) => BigInt(i) ** 5n)', 'Array.from({ length: 20 }, (_, i) => "日本語".slice(0, i % 4))', 'Array.from({ length: 20 }, (_, i) => "é😀".repeat(i % 3))', 'Array.from({ length: 9 }, (_, i) => "x".repeat(i * 9))', 'Array.from({ length: 10 }, (_, i) => "x".repeat(i * 2))', 'Array.from({ length: 100 }, (_, i) => String.fromCharCode(97 + i % 26))', 'with_(Array.from({ length: 10 }, (_, i) => i), { extra: "text that is rather long" })', '[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27]]', '{ a: { b: Array.from({ length: 40 }, (_, i) => i * 37) } }',
  ...[70, 71, 72, 73, 74, 75, 76].map((n) => `{ a: "${'x'.repeat(n - 10)}" }`), ...[60, 61, 62, 63, 64].map((n) => `["${'x'.repeat(n)}", 1]`), ...[66, 67, 68, 69].map((n) => `new Set(["${'x'.repeat(n - 8)}"])`), ...[56, 57, 58, 59, 60].map((n) => `{ a: { b: "${'x'.repeat(n)}" } }`), '{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, l: 12 }', '{ a: { b: { c: 1 } }, d: 1 }', '{ a: { b: 1 }, c: { d: 1 } }', '[{ a: { b: 1 } }]', '[[[1]]]', '[[[[1]]]]', '{ a: [[1]] }', '{ a: [[[1]]] }',
  '{ [util.inspect.custom]() { return "text" } }', '{ [util.inspect.custom]() { return { replaced: [1] } } }', '{ [util.inspect.custom]() { return 5 } }', '{ [util.inspect.custom]() { return null } }', '{ [util.inspect.custom]() { return undefined } }', '{ [util.inspect.custom]() { return this }, a: 1 }', '{ [util.inspect.custom]() { throw new Error("custom") } }', '{ [util.inspect.custom]: 5 }', '{ a: { [util.inspect.custom]() { return "one\\ntwo" } } }', '{ a: { [util.inspect.custom]() { return { x: "y".repeat(80) } } } }', '{ a: [{ [util.inspect.custom](depth, options, inspect) { return `${depth} ${JSON.stringify(options)} ${inspect === util.inspect} ${typeof options.stylize}` } }] }', 'class C { static [util.inspect.custom]() { return "static" } }', '(class C { [util.inspect.custom]() { return "instance" } }).prototype', 'new (class C { [util.inspect.custom]() { return "instance" } })', 'new Proxy({ [util.inspect.custom]() { return "behind a proxy" } }, {})', '{ a: { [util.inspect.custom](d, o) { return o.stylize("n", "number") + o.stylize("u", "nothing") } } }', '{ a: { [util.inspect.custom](d, o) { return util.inspect({ b: { c: { d: { e: 1 } } } }, o) } } }',
];

// Shown with sets of their own: [value, options].
const pairs = [
  ...['{ a: 1 }', 'new A()', 'new B()', '[1, 2]', 'function f() {}'.replace('function f() {}', '() => {}'), 'new Map([[1, 2]])', 'new Set([1])', 'new Map([[1, 2]]).keys()', 'hide({ a: 1 }, "hidden", [2])', 'hide({}, Symbol("h"), 1)', 'new Uint8Array(2)', 'new Float32Array(0)', 'Object.create({ inherited: 1, method() {} })', 'Object.create({ get accessor() { return 1 } })', 'Object.create(Object.create({ far: 1 }))', '"text"', 'new String("ab")', 'new Date(0)', '/a/', 'fixed(new Error("m"))', 'class C { static s = 1; p() {} }', 'new WeakSet([kept])', 'new WeakMap([[kept, { b: 1 }]])', 'Promise.resolve(1)', 'new ArrayBuffer(2)', 'new DataView(new ArrayBuffer(1))', '(function* () {})()', 'Symbol("x")', '{}', '[]', 'Object.create(null)', 'new (class extends Map {})([[1, 2]])', '{ a: { b: hide({ c: 1 }, "d", 2) } }', 'new (class X { constructor() { this.a = { b: { c: {} } } } get y() { return 1 } })'].map((v) => [v, '{ showHidden: true }']),
  ['new B()', '{ showHidden: true, colors: true }'], ['new B()', '{ showHidden: true, getters: true }'], ['new B()', '{ showHidden: true, depth: 0 }'],
  ...['new Proxy({ a: 1 }, { get() {} })', 'new Proxy([1, { a: { b: {} } }], {})', 'new Proxy(function f() {}, {})', '[[[new Proxy({}, {})]]]', '{ a: new Proxy({ b: { c: {} } }, { has: () => true }) }', 'new Proxy(new Proxy({}, {}), {})', '(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })()', 'new Proxy(class C {}, {})'].map((v) => [v, '{ showProxy: true }']),
  ['new Proxy({ a: 1 }, {})', '{ showProxy: true, depth: 0 }'], ['new Proxy({ a: 1 }, {})', '{ showProxy: true, depth: -1 }'], ['new Proxy({ a: 1 }, {})', '{ showProxy: 1, colors: true }'],
  ...['"get"', '"set"', 'true', 'false', '1'].map((g) => ['{ get a() { return [1] }, get b() { return 1 }, set b(v) {}, set c(v) {}, get d() { return null }, get e() { return undefined }, get f() { return Symbol("s") } }', `{ getters: ${g} }`]),
  ...['true', 'false', '(a, b) => (a < b ? 1 : -1)'].flatMap((s) => ['{ b: 1, a: 2, c: { z: 1, y: 2 } }', 'with_([3, 1, 2], { z: 1, b: 2 })', 'new Set([3, 1, 2])', 'new Map([["b", 1], ["a", 2]])', '{ B: 1, a: 2, "é": 3, "😀": 4, "\\uffff": 5, 10: 1, 9: 2 }'].map((v) => [v, `{ sorted: ${s} }`])),
  ...['0', '1', '5', 'null', 'Infinity'].flatMap((n) => ['[1, 2, 3, 4, 5, 6, 7, 8]', 'new Set([1, 2, 3])', 'new Map([[1, 2], [3, 4]])', 'new Uint8Array(9)', 'new ArrayBuffer(9)', '[1, , , 4]', 'new Map([[1, 2], [3, 4]]).entries()', '[, ,]'].map((v) => [v, `{ maxArrayLength: ${n} }`])),
  ...['0', '1', '5', 'null', 'Infinity'].flatMap((n) => ['"some text"', '["text", "a"]', 'new String("some text")', '{ "a long key": "a long value" }', '"\\ud83d\\ude00\\ud83d\\ude00"', '"😀😀😀"'].map((v) => [v, `{ maxStringLength: ${n} }`])),
  ...['0', '1', '-1', 'null', 'Infinity', '1.5', 'undefined', '2'].flatMap((n) => ['{ a: { b: { c: { d: 1 } } } }', '[[[[1]]]]', '{ e: fixed(new Error("m")), m: new Map([[{ a: 1 }, 1]]), a: (function () { return arguments })(1), n: bare(new Map([[1, 2]])) }'].map((v) => [v, `{ depth: ${n} }`])),
  ...['20', '40', '60', '100', '120', 'Infinity', '0'].flatMap((n) => ['{ alpha: 1, beta: [1, 2, 3], gamma: { delta: "some text here" } }', 'Array.from({ length: 30 }, (_, i) => i * 3)', '"line one\\nline two\\nline three"', '{ k: "line one\\nline two\\nline three" }', 'new Map([["some key", "some value"]])'].map((v) => [v, `{ breakLength: ${n} }`])),
  ...['true', 'false', '0', '1', '2', '3', '4', '10'].flatMap((n) => ['{ a: { b: { c: { d: { e: 1 } } } } }', '[[[[1]]], 2]', 'Array.from({ length: 30 }, (_, i) => i * 3)', '{ a: "x".repeat(80), b: { c: "y".repeat(80), d: ["z".repeat(80)] } }', 'with_(() => {}, { a: 1, b: "x".repeat(80) })', 'new Map([[{ a: 1 }, "x".repeat(80)]])', 'with_(fixed(new Error("m")), { a: 1 })', 'loop()', 'new A()', '{ k: "line one\\nline two\\nline three" }'].map((v) => [v, `{ compact: ${n}, depth: 9 }`])),
  ...['[0, -1, 12, 123, 1234, -12345, 123456, 1234567.1, 0.1234567, 1000.0001, 1e21, NaN]', '[1n, 1234n, -1234567n]', 'new Number(12345)', 'new Map([[1000, 10000]])', 'new Uint32Array([100000])', '{ 1000: 1000 }'].map((v) => [v, '{ numericSeparator: true }']),
  ...['{ [util.inspect.custom]() { return "custom" }, a: 1 }', 'class C { static [util.inspect.custom]() { return "c" } }'].map((v) => [v, '{ customInspect: false }']),
  ['{ [util.inspect.custom](d, o) { return Object.keys(o).join() + o.extra } }', '{ extra: "given", depth: 7 }'], ['{ a: { [util.inspect.custom](d, o) { return `${d} ${o.depth}` } } }', '{ depth: Infinity }'], ['{ a: 1 }', '{ unknown: 1 }'], ['{ a: 1 }', 'null'], ['{ a: 1 }', '5'], ['{ a: 1 }', '"text"'],
  ...['1', '"x"', 'null', 'undefined', 'true', '1n', 'Symbol("s")', '() => {}', 'class C {}', 'new Date(0)', '/x/', 'new String("x")', 'new Number(1)', 'Object(1n)', 'Object(Symbol("s"))', 'new Boolean(true)', '{ "a b": 1, [Symbol("s")]: 2, c: null }', '[, 1]', 'loop()', 'Promise.resolve(1)', 'new Promise(() => {})', 'handled(Promise.reject(1))', 'new WeakSet()', 'new ArrayBuffer(2)', 'fixed(new Error("m"))', 'new Map([["k", 1]])', '{ get a() { return 1 } }', '{ a: { b: {} } }', 'new Set(["x"])', 'with_(new Date(0), { x: 1 })', 'new Map([["k", 1]]).entries()', 'Array.from({ length: 20 }, (_, i) => i % 3 ? i : "s".repeat(i))', '(() => { const r = Proxy.revocable({}, {}); r.revoke(); return r.proxy })()', '"a\\nb".repeat(30)', '{ a: "x".repeat(70), b: 2 }'].map((v) => [v, '{ colors: true }']),
  ...['at f (node:fs:1:2)', 'at node:fs:1:2', 'at g (/a/node_modules/pack/lib/x.js:1:2)', 'at /a/node_modules/@scope/pack/x.js:3:4', 'at h (/a/node_modules/one/node_modules/two/x.js:1:2)', 'at x_node_modules/y/z.js:1:1', 'at async Promise.all (index 0)', 'at k (CWD/src/x.js:1:2)', 'at CWD/node_modules/p/x.js:1:2', 'at file://CWD/m.mjs:1:2', 'at l (file://CWD/node_modules/p/x.mjs:1:2)', 'at C (native)'].map((frame) => [`with_(new Error("m"), { stack: "Error: m\\n    ${frame}".replaceAll("CWD", process.cwd()) })`, '{ colors: true }']),
  ['{ get a() { return 1 }, get b() { return {} }, get c() { return null } }', '{ colors: true, getters: true }'], ['{ a: { b: { c: {} } } }', '{ colors: true, depth: 0 }'],
];

for (const source of structures) for (const options of optionSets) show(`${source} ${options}`, () => inspect(run(source), run(options)));
for (const source of values) show(source, () => inspect(run(source)));
for (const [source, options] of pairs) show(`${source} ${options}`, () => inspect(run(source), run(options)));

// The old form of the arguments, and the properties of the function.
const legacy = ['{ a: { b: { c: { d: 1 } } } }, false', '{ a: { b: { c: { d: 1 } } } }, false, 0', '{ a: { b: { c: { d: 1 } } } }, false, null', '[1], true', '[1], true, 2, true', '{ a: "x" }, undefined, undefined, true', '{ a: { b: {} } }, undefined, 0'];
for (const args of legacy) show(`legacy ${args}`, () => run(`util.inspect(${args})`));
show('styles', () => ({ ...inspect.styles }));
show('colors', () => [Object.keys(inspect.colors), inspect.colors.grey, inspect.colors.swapColors]);
show('defaultOptions', () => inspect.defaultOptions);
show('custom', () => inspect.custom === Symbol.for('nodejs.util.inspect.custom'));
show('styles changed', () => {
  inspect.styles.number = 'red';
  inspect.styles.name = 'blue';
  const text = inspect({ a: 1 }, { colors: true });
  inspect.styles.number = 'yellow';
  delete inspect.styles.name;
  return text;
});
show('defaults changed', () => {
  inspect.defaultOptions.depth = 0;
  inspect.defaultOptions = { compact: false };
  const text = [inspect({ a: { b: 1 } }), util.format('%O', { a: [1] }), util.format({ a: [1] })];
  inspect.defaultOptions = { depth: 2, compact: 3 };
  return text;
});
show('bad defaults', () => { inspect.defaultOptions = 5; });

// util.format
const formats = [
  '"%s", 1', '"%s", -0', '"%s", 1n', '"%s", Symbol("s")', '"%s", "text"', '"%s", null', '"%s", undefined', '"%s", true', '"%s", {}', '"%s", { a: { b: 1 } }', '"%s", [1, [2, [3]]]', '"%s", { toString() { return "own" } }', '"%s", new (class { toString() { return "class" } })', '"%s", new (class Foo {})', '"%s", Object.create(null)', '"%s", new Date(0)', '"%s", new (class D extends Date {})(0)', '"%s", function f() { return 1 }', '"%s", () => 5', '"%s", class Q {}', '"%s", { [Symbol.toPrimitive]() { return "prim" } }', '"%s", new Proxy({ toString() { return "x" } }, {})', '"%s", new String("abc")', '"%s", new Map([[1, { a: 1 }]])', '"%s", with_(new Error("m"), { stack: "Error: m" })', '"%s", new (class extends Error { toString() { return "E!" } })("m")', '"%s %s", 1', '"%s%s%s", 1, 2', '"%s", Promise.resolve(1)', '"%s", Symbol.iterator',
  '"%d", 1', '"%d", "1.5"', '"%d", 1n', '"%d", Symbol("s")', '"%d", {}', '"%d", [5]', '"%d", { valueOf() { return 5 } }', '"%d", ""', '"%d", null', '"%d", new Date(5)', '"%d", -0', '"%d", true', '"%i", 42.9', '"%i", "0x1f"', '"%i", 1n', '"%i", {}', '"%i", "12px"', '"%i", { toString() { return "7" } }', '"%i", ""', '"%i", 1e21', '"%i", -1.9', '"%i", Symbol("s")', '"%f", "1.5x"', '"%f", 1n', '"%f", Symbol("s")', '"%f", "abc"', '"%f", -0', '"%f", Infinity', '"%f", ".5"', '"%f", {}', '"%f", "0x10"',
  '"%j", { a: [1] }', '"%j", undefined', '"%j", () => {}', '"%j", (() => { const a = {}; a.a = a; return a })()', '"%j", { toJSON() { return "json" } }', '"%j", { toJSON() { throw new Error("bad") } }', '"%j", 1n', '"%j", "x"', '"%j", Symbol("s")', '"%o", { a: [1], f: 1 }', '"%o", [1]', '"%o", { a: { b: { c: { d: { e: { f: 1 } } } } } }', '"%O", { a: { b: { c: { d: 1 } } } }', '"%O", "x"', '"%o", new Proxy({}, {})', '"%c|", "css"', '"%c"', '"%%"', '"%%", 1', '"%%%s%%", 1', '"%x", 1', '"%", 1', '"a%"', '"%s %", 1', '"100%", 1', '', '1', '1, 2, "3"', '"a", "b", { c: 1 }', '{ a: 1 }, "%s", 1', '"", 1', '"x", undefined, null', 'null, "%s"', 'undefined', '"a", Symbol("b")', '"%s", "a", "b", [1]', '"\\u0000%s", "x"', '"é%s日", "😀"',
];
for (const args of formats) show(`format ${args}`, () => run(`util.format(${args})`));
for (const args of ['{ colors: true }, "%s %O", "a", { a: 1 }', '{ colors: true }, { a: 1 }, "text", 1', '{ depth: 0 }, "%O", { a: { b: 1 } }', '{ colors: true }, "%s", { a: 1 }', '{ colors: true }, "%d", 5', '{ compact: false }, { a: 1 }', '{ numericSeparator: true }, "%d %s", 12345, 12345', '5, "x"', '{ depth: 0 }, "%o", { a: { b: 1 } }']) show(`formatWithOptions ${args}`, () => run(`util.formatWithOptions(${args})`));
}
