// Buffers: how they are made, compared, joined and refused.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const hex = (buffer) => buffer.toString('hex');
const fails = (run, name, code, message) => {
  try { run(); } catch (e) { same([e.name, e.code, e.message], [name, code, message], String(run)); return; }
  throw new Error(`nothing thrown: ${run}`);
};
const b = Buffer.from('hello world');
same([b instanceof Uint8Array, Buffer.isBuffer(b), Buffer.isBuffer(new Uint8Array(1)), b.constructor === Buffer, Buffer === require('buffer').Buffer], [true, true, false, true, true], 'what it is');

for (const [made, wanted] of [
  [Buffer.from({ length: 2, 0: 1, 1: 300 }), '012c'], [Buffer.from([1.9, -1, '3', 'x', 256]), '01ff030000'], [Buffer.from(new String('abc')), '616263'],
  [Buffer.from({ valueOf() { return 'v'; } }), '76'], [Buffer.from({ [Symbol.toPrimitive]() { return 'p'; } }), '70'], [Buffer.from(new Uint16Array([1, 256])), '0100'],
  [Buffer.from(new Uint8Array([1, 2, 3]).buffer, 1), '0203'], [Buffer.from(JSON.parse(JSON.stringify(b))), hex(b)], [Buffer.from({ length: -1 }), ''], [Buffer.from(''), ''],
  [Buffer.alloc(5, 'ab'), '6162616261'], [Buffer.alloc(5, 'YQ', 'base64'), '6161616161'], [Buffer.alloc(3, 1), '010101'], [Buffer.alloc(3, ''), '000000'], [Buffer.alloc(3, b), '68656c'],
  [Buffer.alloc(1.5), '00'], [new Buffer(3), '000000'], [Buffer('ab'), '6162'], [Buffer.of(1, 2, 3), '010203'], [Buffer.copyBytesFrom(new Uint16Array([1, 2]), 1), '0200'],
  [Buffer.concat([b, b], 13), '68656c6c6f20776f726c646865'], [Buffer.concat([Buffer.of(7)], 3), '070000'], [Buffer.concat([]), ''],
]) same(hex(made), wanted, 'made');
const shared = new ArrayBuffer(4);
Buffer.from(shared, 1, 2)[0] = 9;
same([...new Uint8Array(shared)], [0, 9, 0, 0], 'ArrayBuffers are shared');
const copied = Buffer.from(b);
copied[0] = 0;
same(b[0], 104, 'Buffers are copied');
same([Buffer.allocUnsafe(10).length, Buffer.allocUnsafeSlow(3).buffer.byteLength, Buffer.poolSize], [10, 3, 8192], 'allocUnsafe');
for (let i = 0; i < 3000; i++) { // the pool is not given out twice
  const one = Buffer.from(`value ${i}`), two = Buffer.allocUnsafe(i % 50).fill(255);
  same(one.toString(), `value ${i}`, 'pool');
  if (two.some((byte) => byte !== 255)) throw new Error('pool');
}

const accepted = 'The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received ';
fails(() => Buffer.from(5), 'TypeError', 'ERR_INVALID_ARG_TYPE', `${accepted}type number (5)`);
fails(() => Buffer.from(null), 'TypeError', 'ERR_INVALID_ARG_TYPE', `${accepted}null`);
fails(() => Buffer.from({}), 'TypeError', 'ERR_INVALID_ARG_TYPE', `${accepted}an instance of Object`);
fails(() => Buffer.from('a', 'zz'), 'TypeError', 'ERR_UNKNOWN_ENCODING', 'Unknown encoding: zz');
fails(() => Buffer.from(shared, 5), 'RangeError', 'ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds');
fails(() => Buffer.from(shared, 1, 9), 'RangeError', 'ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds');
fails(() => Buffer.alloc(-1), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "size" is out of range. It must be >= 0 && <= 4294967296. Received -1');
fails(() => Buffer.alloc('a'), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "size" argument must be of type number. Received type string (\'a\')');
fails(() => Buffer.concat(5), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "list" argument must be an instance of Array. Received type number (5)');
fails(() => Buffer.concat([5]), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "list[0]" argument must be an instance of Buffer or Uint8Array. Received type number (5)');
fails(() => Buffer.compare(5, b), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "buf1" argument must be an instance of Buffer or Uint8Array. Received type number (5)');
fails(() => Buffer.byteLength(5), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "string" argument must be of type string or an instance of Buffer or ArrayBuffer. Received type number (5)');

same([Buffer.compare(b, Buffer.from('hellp')), b.compare(Buffer.from('world'), 0, 5, 6), b.compare(b, 20), b.compare(b, 5, 2), b.equals(new Uint8Array(b)), b.equals(copied)], [-1, 0, 1, 1, true, false], 'compare');
fails(() => b.compare(b, 0, 5, 0, 99), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "sourceEnd" is out of range. It must be >= 0 && <= 11. Received 99');

// Parts share memory and are Buffers.
same([b.slice(2, 5).toString(), b.slice(-3).toString(), b.subarray(2, 1).length, b.slice('a', '5').toString(), b.slice(1.9, 3.9).toString(), b.slice().constructor === Buffer, b.map((x) => x + 1) instanceof Buffer],
  ['llo', 'rld', 0, 'hello', 'el', true, true], 'slice');
const part = copied.subarray(0, 1);
part[0] = 72;
same(copied[0], 72, 'memory is shared');
const w = Buffer.alloc(6);
same([b.copy(w), w.toString(), b.copy(w, 2, 6, 8), w.toString(), b.copy(w, 99), b.copy(w, 0, 3, 1), b.copy(w, '1')], [6, 'hello ', 2, 'hewoo ', 0, 0, 5], 'copy');
const row = Buffer.from('abcdef');
row.copy(row, 1, 0, 4);
same(row.toString(), 'aabcdf', 'overlapping ranges');
fails(() => b.copy(w, -1), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "targetStart" is out of range. It must be >= 0. Received -1');
fails(() => b.copy(w, 0, 99), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "sourceStart" is out of range. It must be >= 0 && <= 11. Received 99');
fails(() => b.copy(5), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "target" argument must be an instance of Buffer or Uint8Array. Received type number (5)');

same([hex(Buffer.of(1, 2, 3, 4).swap16()), hex(Buffer.of(1, 2, 3, 4).swap32()), hex(Buffer.of(1, 2, 3, 4, 5, 6, 7, 8).swap64())], ['02010403', '04030201', '0807060504030201'], 'swap');
fails(() => Buffer.alloc(3).swap16(), 'RangeError', 'ERR_INVALID_BUFFER_SIZE', 'Buffer size must be a multiple of 16-bits');
same([b.inspect(), Object.assign(Buffer.from('a'), { x: 1 })[Symbol.for('nodejs.util.inspect.custom')](1, {}), Buffer.alloc(52).inspect().slice(-17)], ['<Buffer 68 65 6c 6c 6f 20 77 6f 72 6c 64>', '<Buffer 61, x: 1>', '... 2 more bytes>'], 'inspect');
const { kMaxLength, constants, isUtf8, isAscii, transcode } = require('buffer');
same([kMaxLength, constants.MAX_LENGTH, isUtf8(Buffer.of(255)), isUtf8(Buffer.from('é')), isAscii(Buffer.from('é')), isAscii(b)], [2 ** 32, 2 ** 32, false, true, false, true], 'of the module');
same([hex(transcode(Buffer.from('é€'), 'utf8', 'latin1')), hex(transcode(Buffer.from('é€'), 'utf8', 'ascii')), hex(transcode(Buffer.from('é€'), 'utf8', 'utf16le'))], ['e93f', '3f3f', 'e900ac20'], 'transcode');
