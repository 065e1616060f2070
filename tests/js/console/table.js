// console.table in all its forms: table_fixture.txt has what node prints.
const { readFileSync } = require('fs');
const texts = [];
const stream = { write(text) { texts.push(text); return true; }, once() {}, removeListener() {}, listenerCount: () => 0 };
const console_ = new console.Console({ stdout: stream, colorMode: false });
const values = [
  [[{ a: 1, b: 2 }, { a: 3, c: 4 }]], [[1, 2, 3]], [{ x: { a: 1 }, y: { b: 2 } }], [[[1, 2], [3, 4]]], [new Map([['a', 1], ['b', { x: 1 }]])], [new Set([1, 'x'])], [5], ['str'], [[]], [{}],
  [[{ a: 1, b: 2 }], ['b']], [[{ a: 1, b: 2 }], ['c']], [null], [undefined], [new Map([['a', 1]]).entries()], [new Set([1]).values()], [[{ a: { b: { c: 1 } } }]], [[undefined, null, true]], [new Map([['a', 1]]).keys()],
  [[{ name: '日本' }, { name: 'é' }]], [{ a: 1, b: 'x' }], [[function f() {}, Symbol('x')]], [new Uint8Array(2)], [[[]]], [[{ a: 'x\ny' }]], [[1, { a: 1 }]], [new Map([[{ k: 1 }, { v: 1 }]])], [[{ a: 1 }], []],
  [[new Map([[1, 2]])]], [new Set().values()], [new (class A { x = 1; get y() { return 1; } })()], [[[1, [2]], { 0: 5 }]], [[{ b: 1, a: 2, 1: 3 }, { 0: 1 }]], [[{ a: 1, b: 2, c: 3 }], ['c', 'a', 'zz']], [new Set([1]).entries()], [[{ x: { a: 1, b: 2, c: 3 }, y: [1, 2, 3, 4, 5] }]], [{ a: 1, b: 2 }, ['a']], [[1, { a: 1 }], ['a']],
];
for (const args of values) console_.table(...args);
const got = texts.join('');
if (process.argv.includes('--print')) process.stdout.write(got); // makes the fixture
else if (got !== readFileSync('table_fixture.txt', 'utf8')) throw new Error(got);
let code;
try {
  console_.table([{ a: 1 }], 5);
} catch (error) {
  code = error.code;
}
if (code !== 'ERR_INVALID_ARG_TYPE') throw new Error(code);
