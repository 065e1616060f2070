// Deep comparison: every pair of these values, loosely and strictly.
// The table is fixed: it does not ask for random inputs.

{
const assert = require('assert');
const util = require('util');
const hole = [1, , 3];
const cyclic = () => { const a = { x: 1 }; a.self = a; return a; };
const longer = () => { const a = { x: 1, self: { x: 1 } }; a.self.self = a; return a; };
const sources = [
  '1', '"1"', '1n', 'true', '0', '-0', 'NaN', 'null', 'undefined', '""', '" "', 'Symbol.iterator', '[]', '{}', '[1]', '["1"]', '[1, 2]', '[, 2]', '[undefined, 2]', 'hole', '[1, undefined, 3]', 'Object.assign([1], { x: 1 })', 'Object.assign([1], { x: 2 })', '{ 0: 1, length: 1 }', '{ a: 1 }', '{ a: "1" }', '{ a: undefined }', '{ b: undefined }', '{ a: 1, b: 2 }', '{ b: 2, a: 1 }', '{ a: NaN }', '{ a: -0 }', '{ a: 0 }',
  'Object.create(null)', 'Object.assign(Object.create(null), { a: 1 })', 'new (class A { a = 1 })', 'new (class B { a = 1 })', '{ [Symbol.for("k")]: 1 }', '{ [Symbol.for("k")]: 2 }', 'Object.defineProperty({}, Symbol.for("k"), { value: 1 })', 'Object.defineProperty({}, "hidden", { value: 1 })', '{ get a() { return 1 } }',
  'new Date(0)', 'new Date(1)', 'new Date(NaN)', 'Object.assign(new Date(0), { x: 1 })', '/a/', '/a/g', '/b/', 'Object.assign(/a/g, { lastIndex: 1 })', 'new Error("a")', 'new Error("b")', 'new TypeError("a")', 'Object.assign(new Error("a"), { code: 1 })', 'new Error("a", { cause: 1 })', '{ message: "a", name: "Error" }',
  'new Map()', 'new Map([[1, 2]])', 'new Map([["1", 2]])', 'new Map([[1, "2"]])', 'new Map([[{ a: 1 }, 1]])', 'new Map([[{ a: "1" }, 1]])', 'new Map([[null, 1]])', 'new Map([[undefined, 1]])', 'new Map([[1, { a: 1 }], [2, 3]])', 'new Map([[2, 3], [1, { a: 1 }]])', 'Object.assign(new Map(), { x: 1 })', 'new Map([[NaN, 1]])', 'new Map([["", 1], [0, 2]])', 'new Map([[0, 1], ["", 2]])', 'new Map([[{}, 1], [{}, 2]])', 'new Map([[{}, 2], [{}, 1]])', 'new Map([[{}, 2], [{}, 2]])',
  'new Set()', 'new Set([1])', 'new Set(["1"])', 'new Set([1, 2])', 'new Set([2, 1])', 'new Set([{ a: 1 }])', 'new Set([{ a: "1" }])', 'new Set([null])', 'new Set([undefined])', 'new Set([null, undefined])', 'new Set([{}, {}])', 'new Set([{}, []])', 'new Set([NaN])', 'new Set([[1, 2], [3]])', 'new Set([[3], [1, 2]])', 'new Set([{}, 1])', 'new Set([true])', 'new Set(["a"])', 'new Set([1, "1"])', 'new Set(["1", 2])', 'new Set([1n])', 'new Set([Symbol.iterator])', 'new Set([() => {}])',
  'new Uint8Array([1, 2])', 'new Uint8Array([1, 3])', 'new Uint16Array([1, 2])', 'new Int8Array([1, 2])', 'new Float32Array([0])', 'new Float32Array([-0])', 'new Float64Array([NaN])', 'new Float64Array([0])', 'Object.assign(new Uint8Array([1, 2]), { x: 1 })', 'new ArrayBuffer(2)', 'new Uint8Array([1, 2]).buffer', 'new SharedArrayBuffer(2)', 'new DataView(new ArrayBuffer(2))', 'new BigInt64Array([1n])',
  'new Number(1)', 'new Number(0)', 'new Number(-0)', 'new Number(NaN)', 'new String("1")', 'new String("a")', 'new Boolean(true)', 'new Boolean(false)', 'Object(1n)', 'Object(Symbol.iterator)', 'Object.assign(new String("1"), { x: 1 })', 'new (class extends String {})("1")',
  'cyclic()', 'longer()', '(() => { const a = []; a.push(a); return a })()', '(() => { const a = []; a.push([a]); return a })()', '(() => { const m = new Map(); m.set("m", m); return m })()', '(() => { const s = new Set(); s.add(s); return s })()', '{ x: 1, self: { x: 1, self: null } }',
  '() => {}', 'Math.max', 'new WeakMap()', 'new WeakSet()', 'Promise.resolve(1)', '(function () { return arguments })(1, 2)', '(function () { return arguments })(1)', '[[1, [2, { a: [3] }]]]', '[[1, [2, { a: ["3"] }]]]', '{ [Symbol.toStringTag]: "T" }', 'new Proxy({ a: 1 }, {})', 'new Proxy([1], {})', 'Object.assign(() => {}, { a: 1 })', 'Array(5)', 'Array(6)', 'Object.assign(Array(5), { 3: 1 })',
];
const make = (source) => eval(`(${source})`);
for (const left of sources) {
  let loose = '';
  let strict = '';
  for (const right of sources) {
    const a = make(left);
    const b = make(right);
    try {
      assert.deepEqual(a, b);
      loose += '=';
    } catch (error) {
      loose += error.code === 'ERR_ASSERTION' ? '.' : '!';
    }
    strict += util.isDeepStrictEqual(a, b) ? '=' : '.';
  }
  for (const [i, right] of sources.entries()) {
    if (loose[i] !== '.' || strict[i] !== '.' || i % 20 === 0) console.log(`deep equal\t${left} | ${right}\t${loose[i]}${strict[i]}`);
  }
}
}
