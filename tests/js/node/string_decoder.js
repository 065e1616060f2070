// string_decoder: characters that come in pieces.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const { StringDecoder } = require('string_decoder');
const text = 'aé€😀zß';
for (const encoding of ['utf8', 'utf16le', 'base64', 'base64url', 'latin1', 'hex']) {
  const bytes = Buffer.from(text);
  for (let size = 1; size <= 5; size++) {
    const decoder = new StringDecoder(encoding);
    let decoded = '';
    for (let i = 0; i < bytes.length; i += size) decoded += decoder.write(bytes.subarray(i, i + size));
    same(decoded + decoder.end(), bytes.toString(encoding), `${encoding} in pieces of ${size}`);
  }
}
const d = new StringDecoder();
same([d.encoding, d.write(Buffer.of(0xf0, 0x9f)), d.lastNeed, d.lastTotal, d.write(Buffer.of(0x98)), d.lastNeed, d.write(Buffer.of(0x80)), d.lastNeed], ['utf8', '', 2, 4, '', 1, '😀', 0], 'what is missing');
same([d.write(Buffer.of(0xe2, 0x82)), d.end(), d.end(), d.write(Buffer.from('x')), d.end(Buffer.of(0xc3))], ['', '\ufffd', '', 'x', '\ufffd'], 'end');
same([d.write(Buffer.of(0xe2, 0x41)), d.write(Buffer.of(0x80, 0x42))], ['\ufffdA', '\ufffdB'], 'ill-formed bytes');
const wide = new StringDecoder('ucs2');
same([wide.encoding, wide.write(Buffer.of(0x3d, 0xd8)), wide.lastNeed, wide.write(Buffer.of(0)), wide.write(Buffer.of(0xde)), wide.write(Buffer.of(0x61)), wide.end()], ['utf16le', '', 2, '', '😀', '', ''], 'pairs');
const thirds = new StringDecoder('base64');
same([thirds.write(Buffer.from('ab')), thirds.write(Buffer.from('cd')), thirds.end()], ['', 'YWJj', 'ZA=='], 'base64');
same([new StringDecoder('BINARY').encoding, new StringDecoder('UTF-8').encoding, new StringDecoder(null).encoding, d.write('given')], ['latin1', 'utf8', 'utf8', 'given'], 'names');
for (const [run, code, message] of [[() => new StringDecoder('zz'), 'ERR_UNKNOWN_ENCODING', 'Unknown encoding: zz'],
  [() => d.write(5), 'ERR_INVALID_ARG_TYPE', 'The "buf" argument must be an instance of Buffer, TypedArray, or DataView. Received type number (5)']]) {
  let error;
  try { run(); } catch (e) { error = e; }
  same([error.code, error.message], [code, message], 'refused');
}
function Old() { StringDecoder.call(this, 'hex'); }
Object.setPrototypeOf(Old.prototype, StringDecoder.prototype);
same(new Old().write(Buffer.of(1)), '01', 'called without new');
