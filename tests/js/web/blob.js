// Blob and File: parts, slices, types, line ends, reading, errors, inspection.
const assert = require('assert');
const { inspect } = require('util');
const buffer = require('buffer');

assert.strictEqual(buffer.Blob, Blob);
assert.strictEqual(buffer.File, File);
assert.strictEqual(Object.getOwnPropertyDescriptor(globalThis, 'Blob').enumerable, false);

const bytes = new Uint8Array([1, 2]);
const blob = new Blob(['héllo', bytes, new Blob(['zz']), new ArrayBuffer(2), new DataView(bytes.buffer, 1), 5], { type: 'Text/Plain' });
bytes[0] = 9; // copied
assert.strictEqual(blob.size, 14);
assert.strictEqual(blob.type, 'text/plain');
assert.strictEqual(String(blob), '[object Blob]');
assert.deepStrictEqual([blob.slice(-2).size, blob.slice(2, 1).size, blob.slice(3).size, blob.slice(0, 99).size], [2, 0, 11, 14]);
assert.deepStrictEqual([blob.slice(0, 2).type, blob.slice(0, 2, 'X/Y').type, new Blob([], { type: 'é' }).type], ['', 'x/y', '']);
assert.strictEqual(new Blob(['a\r\nb\rc\n'], { endings: 'native' }).size, 6);
assert.strictEqual(new Blob(['\ud800']).size, 3);
assert.strictEqual(new Blob([], null).size, 0);

for (const sources of [1, 'abc', null, {}]) assert.throws(() => new Blob(sources), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new Blob('abc'), { message: 'The "sources" argument must be a sequence. Received type string (\'abc\')' });
assert.throws(() => new Blob([], 5), { message: 'The "options" argument must be a dictionary. Received type number (5)' });
assert.throws(() => new Blob([], { endings: 'x' }), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => Blob.prototype.size, { code: 'ERR_INVALID_THIS' });
assert.throws(() => Blob.prototype.slice.call({}), { code: 'ERR_INVALID_THIS' });
assert.throws(() => blob.slice(0, 1, Symbol()), TypeError);

const file = new File(['abc'], 'n.txt', { type: 'a/b', lastModified: 5 });
assert.ok(file instanceof Blob);
assert.deepStrictEqual([file.name, file.lastModified, file.size, file.type], ['n.txt', 5, 3, 'a/b']);
assert.strictEqual(file.slice(1) instanceof File, false);
assert.ok(Math.abs(new File([], 'x').lastModified - Date.now()) < 5000);
assert.strictEqual(new File([], 5, { lastModified: NaN }).lastModified, 0);
assert.throws(() => new File([]), { code: 'ERR_MISSING_ARGS' });
assert.throws(() => Object.getOwnPropertyDescriptor(File.prototype, 'name').get.call(blob), TypeError);
assert.strictEqual(inspect([blob, file]), `[
  Blob { size: 14, type: 'text/plain' },
  File { size: 3, type: 'a/b', name: 'n.txt', lastModified: 5 }
]`);
assert.strictEqual(inspect([[[blob]]]), '[ [ [ [Blob] ] ] ]');

(async () => {
  assert.strictEqual(await blob.slice(1, 8).text(), 'éllo\u0001\u0002');
  const buffer = await file.arrayBuffer();
  assert.deepStrictEqual([...new Uint8Array(buffer)], [97, 98, 99]);
  new Uint8Array(buffer)[0] = 0;
  assert.deepStrictEqual(await file.bytes(), new Uint8Array([97, 98, 99]));
  assert.strictEqual(await new Blob(['\ufeffx']).text(), 'x');
  await assert.rejects(Blob.prototype.text.call({}), { code: 'ERR_INVALID_THIS' });
  console.log('done'); // expect: done
})();
