// Buffers: encodings, searching, filling.
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
for (const [text, encoding, wanted] of [
  ['YWI=YWI=', 'base64', '6162'], ['YW I=\nYW!I', 'base64', '6162'], ['YW-_', 'base64', '616fbf'], ['Y', 'base64', ''], ['YWJj=', 'base64', '616263'], ['====', 'base64', ''],
  ['YQ==', 'base64url', '61'], ['a-b_', 'base64url', '6be6ff'], ['YQ=b', 'base64', '61'], ['abc', 'hex', 'ab'], ['abzz12', 'hex', 'ab'], ['ABcd', 'hex', 'abcd'],
  ['é€😀', 'latin1', 'e9ac3d00'], ['é€😀', 'ascii', 'e9ac3d00'], ['é€😀', 'ucs2', 'e900ac203dd800de'], ['é€😀', 'utf8', 'c3a9e282acf09f9880'], ['\ud800x', 'utf8', 'efbfbd78'], ['é', 'BINARY', 'e9'], ['é', 'UTF-16LE', 'e900'],
]) {
  same(hex(Buffer.from(text, encoding)), wanted, `${encoding} ${text}`);
}
for (const [bytes, encoding, wanted] of [
  ['fffee282', 'utf8', '\ufffd\ufffd\ufffd'], ['efbbbf61', 'utf8', '\ufeffa'], ['c896', 'ascii', 'H\x16'], ['616263', 'utf16le', '\u6261'], ['fbff', 'base64', '+/8='], ['fbff', 'base64url', '-_8'],
  ['fb', 'base64', '+w=='], ['c3a9ff', 'latin1', 'Ã©ÿ'], ['00d861', 'ucs2', '\ud800'], ['0aff', 'hex', '0aff'],
]) {
  same(Buffer.from(bytes, 'hex').toString(encoding), wanted, `${encoding} of ${bytes}`);
}
for (const encoding of ['utf8', 'utf16le', 'latin1', 'base64', 'base64url', 'hex']) { // all lengths, there and back
  for (let length = 0; length < 40; length++) {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => (encoding === 'utf8' ? 32 + i : (i * 37 + length) & 255)));
    const whole = encoding === 'utf16le' ? bytes.subarray(0, length & ~1) : bytes;
    same(hex(Buffer.from(bytes.toString(encoding), encoding)), hex(whole), `${encoding} ${length}`);
  }
}
same([['utf8', 'héé'], ['latin1', 'héé'], ['ucs2', 'héé'], ['hex', 'abc'], ['base64', 'YQ=='], ['base64', 'YQ=b'], ['zz', 'abc']].map(([e, s]) => Buffer.byteLength(s, e)), [5, 3, 6, 1, 1, 3, 3], 'byteLength');
same(['UTF-8', 'utf8 ', undefined, 'binary', 'Hex', '', 5].map(Buffer.isEncoding), [true, false, false, true, true, false, false], 'isEncoding');

const b = Buffer.from('hello world');
same([b.toString('utf8', 2, 4), b.toString(undefined, 2), b.toString('hex', -5, 2), b.toString('utf8', 99), b.toString('utf8', 'a', 'b'), b.toString('utf8', 5, 2), b.toString('latin1', 1.9, 3.9), `${b}`, b.toLocaleString()],
  ['ll', 'llo world', '6865', '', '', '', 'el', 'hello world', 'hello world'], 'toString');
fails(() => b.toString('zz'), 'TypeError', 'ERR_UNKNOWN_ENCODING', 'Unknown encoding: zz');
fails(() => b.toString(null), 'TypeError', 'ERR_UNKNOWN_ENCODING', 'Unknown encoding: null');

const w = Buffer.alloc(6);
same([w.write('abc'), w.write('é', 5), w.write('xyz', 2, 1), w.write('ab', 'hex'), w.write('abcd', 1, 'hex'), w.write('abc', 0, 2, 'latin1'), w.write('😀', 3), hex(w)], [3, 0, 1, 1, 2, 2, 0, '6162cd000000'], 'write');
fails(() => w.write('a', 7), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "offset" is out of range. It must be >= 0 && <= 6. Received 7');
fails(() => w.write('abc', 0, 99), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "length" is out of range. It must be >= 0 && <= 6. Received 99');
fails(() => w.write('abc', 1.5), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "offset" is out of range. It must be an integer. Received 1.5');
fails(() => w.write(5), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'argument must be a string');
fails(() => w.write('abc', 0, 2, 'zz'), 'TypeError', 'ERR_UNKNOWN_ENCODING', 'Unknown encoding: zz');
same([w.utf8Write('q', 1, 1), w.latin1Slice(0, 2), w.hexSlice()], [1, 'aq', '6171cd000000'], 'methods of old');

const filled = (...args) => hex(Buffer.alloc(5).fill(...args));
same([filled('ab'), filled('é', 1), filled(1, 2, 3), filled('61', 'hex'), filled(257), filled(true), filled(b, 1, 4), filled('x', 3, 1), filled(), filled(-1), filled(1.7), filled(''), filled('é', 'latin1')],
  ['6162616261', '00c3a9c3a9', '0000010000', '6161616161', '0101010101', '0101010101', '0068656c00', '0000000000', '0000000000', 'ffffffffff', '0101010101', '0000000000', 'e9e9e9e9e9'], 'fill');
fails(() => filled(1, -1), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "offset" is out of range. It must be >= 0 && <= 4294967296. Received -1');
fails(() => filled(1, 0, 9), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "end" is out of range. It must be >= 0 && <= 5. Received 9');
fails(() => filled('zz', 'hex'), 'TypeError', 'ERR_INVALID_ARG_VALUE', "The argument 'value' is invalid. Received 'zz'");
fails(() => filled('a', 0, 3, 5), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "encoding" argument must be of type string. Received type number (5)');

same([['o'], ['o', 5], ['o', -4], [''], ['', 99], [111], [99.9], [Buffer.from('wor')], ['776f', 'hex'], ['o', 'utf8'], ['h', NaN], [256 + 111], ['x'.repeat(50)], ['h', {}], [new Uint8Array(0)]].map((args) => b.indexOf(...args)),
  [4, 7, 7, 0, 11, 4, -1, 6, 6, 4, 0, 4, -1, 0, 0], 'indexOf');
same([['o'], ['o', 5], ['l', -9], ['h', NaN], ['h', undefined], ['h', null], [''], ['', 3], [111, -5], ['hello', 0], ['hello', -50]].map((args) => b.lastIndexOf(...args)), [7, 4, 2, 0, 0, 0, 11, 3, 4, 0, -1], 'lastIndexOf');
const wide = Buffer.from('aéa', 'utf16le');
same([wide.indexOf('é', 'utf16le'), wide.indexOf('é', 1, 'utf16le'), wide.lastIndexOf('a', undefined, 'utf16le'), Buffer.of(0, 97, 0, 0).indexOf('a', 0, 'utf16le'), b.includes('wor'), b.includes('zz')], [2, 2, 4, -1, true, false], 'of 16 bits');
fails(() => b.indexOf(null), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "value" argument must be one of type number or string or an instance of Buffer or Uint8Array. Received null');
fails(() => b.indexOf('o', 0, 'zz'), 'TypeError', 'ERR_UNKNOWN_ENCODING', 'Unknown encoding: zz');
const long = Buffer.from(Array.from({ length: 1000 }, (_, i) => (i * 7 + (i >> 3)) & 255));
const digits = long.toString('base64');
for (const text of [digits, digits.slice(0, 500) + '\n' + digits.slice(500), digits + '!', `\u20ac${digits}`, long.toString('base64url')]) {
  same(Buffer.from(text, 'base64').equals(long), true, 'long base64');
}
same(Buffer.from(digits.slice(0, 401), 'base64').equals(long.subarray(0, 300)), true, 'a long part');
