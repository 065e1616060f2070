// Deep comparison of every pair of the values in tests/conformance/agree/deep_equal.js: comparisons_fixture.txt has what
// node finds.
const { readFileSync } = require('fs');
const source = readFileSync('../../conformance/agree/deep_equal.js', 'utf8');
const expected = readFileSync('comparisons_fixture.txt', 'utf8').trimEnd().split('\n');
const lines = [];
new Function('require', 'console', source)(require, { log: (line) => lines.push(line) });
lines.forEach((line, i) => {
  if (line !== expected[i]) throw new Error(`${line}\ninstead of\n${expected[i]}`);
});
if (lines.length !== expected.length || lines.length < 1000) throw new Error(`${lines.length} lines`);

// partialDeepStrictEqual: the first value may have more.
const assert = require('assert');
const passes = [
  [{ a: 1, b: 2 }, { a: 1 }], [[1, 2, 3], [1, 2]], [new Map([[1, { a: 1, b: 2 }], [2, 3]]), new Map([[1, { a: 1 }]])], [new Set([1, 2, { a: 1 }]), new Set([{ a: 1 }])],
  [{ a: { b: [1, { c: 2, d: 3 }] } }, { a: { b: [1, { c: 2 }] } }], [new Uint8Array([1, 2, 3]), new Uint8Array([1, 2])],
];
const fails = [
  [{ a: 1 }, { a: 1, b: 2 }], [{ a: 1 }, { a: '1' }], [[1, 2], [1, 2, 3]], [[1, 2], [2]], [new Map([[1, 2]]), new Map([[1, 3]])], [new Set([1]), new Set([2])], [{}, []], [new Error('a'), new Error('b')],
];
for (const [actual, expected] of passes) assert.partialDeepStrictEqual(actual, expected);
for (const [actual, expected] of fails) assert.throws(() => assert.partialDeepStrictEqual(actual, expected), { code: 'ERR_ASSERTION', operator: 'partialDeepStrictEqual' });

// Depth is an error, not a crash.
let left = {};
let right = {};
for (let i = 0; i < 1e5; i++) {
  left = { left };
  right = { left: right };
}
assert.throws(() => assert.deepStrictEqual(left, right), RangeError);

// The AssertionError.
const error = (() => { try { assert.equal(1, 2); } catch (e) { return e; } })();
assert.strictEqual(error.toString(), 'AssertionError [ERR_ASSERTION]: 1 == 2');
assert.match(error.stack, /^AssertionError \[ERR_ASSERTION\]: 1 == 2\n {4}at .*comparisons\.js:\d+:\d+/);
assert.strictEqual(error instanceof assert.AssertionError && error instanceof Error, true);
assert.strictEqual(assert.strict.equal, assert.strictEqual);
assert.strictEqual(require('node:assert/strict'), assert.strict);
assert.strictEqual(assert, assert.ok.constructor === Function ? require('assert') : 0);
