// TextEncoder and TextDecoder against the algorithms of WHATWG Encoding, written down once more here.
function check(condition, text) { if (!condition) throw new Error(text); }
function fails(make, Class, code) {
  try { make(); } catch (error) {
    check(error instanceof Class && (code === undefined || error.code === code), `${error.code} ${error} in ${make}`);
    return;
  }
  throw new Error(`no error in ${make}`);
}
const show = (text) => JSON.stringify(text);
const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join(' ');
let seed = 1;
const random = (below) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % below; };

function encodeUtf8(text) {
  const out = [];
  for (const c of text) {
    let p = c.codePointAt(0);
    if (p >= 0xd800 && p < 0xe000) p = 0xfffd;
    if (p < 0x80) out.push(p);
    else if (p < 0x800) out.push(0xc0 | p >> 6, 0x80 | p & 63);
    else if (p < 0x10000) out.push(0xe0 | p >> 12, 0x80 | p >> 6 & 63, 0x80 | p & 63);
    else out.push(0xf0 | p >> 18, 0x80 | p >> 12 & 63, 0x80 | p >> 6 & 63, 0x80 | p & 63);
  }
  return out;
}

// The UTF-8 decoder as the standard words it; null: an error.
function decodeUtf8(bytes) {
  const out = [];
  let point = 0, seen = 0, needed = 0, lower = 0x80, upper = 0xbf;
  for (let i = 0; i <= bytes.length; i++) {
    const b = bytes[i];
    if (b === undefined) { if (needed) out.push(null); break; }
    if (!needed) {
      if (b < 0x80) out.push(b);
      else if (b >= 0xc2 && b <= 0xdf) { needed = 1; point = b & 0x1f; }
      else if (b >= 0xe0 && b <= 0xef) { if (b === 0xe0) lower = 0xa0; if (b === 0xed) upper = 0x9f; needed = 2; point = b & 0xf; }
      else if (b >= 0xf0 && b <= 0xf4) { if (b === 0xf0) lower = 0x90; if (b === 0xf4) upper = 0x8f; needed = 3; point = b & 7; }
      else out.push(null);
      continue;
    }
    if (b < lower || b > upper) { point = needed = seen = 0; lower = 0x80; upper = 0xbf; out.push(null); i--; continue; }
    lower = 0x80; upper = 0xbf;
    point = point << 6 | b & 63;
    if (++seen === needed) { out.push(point); point = needed = seen = 0; }
  }
  return out;
}
const toText = (points) => points.map((p) => p === null ? '\ufffd' : String.fromCodePoint(p)).join('');

// --- encode
const encoder = new TextEncoder();
check(encoder.encoding === 'utf-8' && encoder.encode().length === 0 && encoder.encode(undefined).length === 0, 'defaults');
const samples = ['', 'a', 'ascii only, of some length, to take the fast way', 'h\u00e9', '\u0080\u00ff', '\u07ff\u0800', '\u20ac uro',
  '\ud800', '\udc00', 'a\ud800b', '\udc00\ud800', '\ud83d\ude00', 'x'.repeat(100) + '\u00e9', '\u00e9'.repeat(50), 'a\u0000b', '\ufeffx', '\uffff', '\u{10ffff}'];
for (let i = 0; i < 200; i++) {
  let text = '';
  for (let k = random(40); k > 0; k--) text += String.fromCharCode([random(128), random(256), random(0x800), random(0x10000), 0xd800 + random(0x800)][random(5)]);
  samples.push(text, text.slice(random(text.length + 1)));
}
for (const text of samples) {
  const bytes = encoder.encode(text);
  check(bytes instanceof Uint8Array && hex(bytes) === hex(encodeUtf8(text)), show(text));
  check(new TextDecoder().decode(bytes) === (text.isWellFormed ? text.toWellFormed() : toText(decodeUtf8(bytes))).replace(/^\ufeff/, ''), `back: ${show(text)}`);
}
check(encoder.encode(null).length === 4 && encoder.encode(12).length === 2, 'encode converts');

// --- encodeInto: as much as fits, whole characters only
for (const text of samples.slice(0, 60)) {
  for (let room = 0; room < 12; room++) {
    const target = new Uint8Array(room + 2).fill(0xee).subarray(1, room + 1);
    const { read, written } = encoder.encodeInto(text, target);
    let r = 0, w = 0;
    for (const c of text) { const n = encodeUtf8(c).length; if (w + n > room) break; w += n; r += c.length; }
    check(read === r && written === w, `${show(text)} in ${room}: ${read}, ${written}`);
    check(hex(target.subarray(0, w)) === hex(encodeUtf8(text).slice(0, w)), 'content');
    const all = new Uint8Array(target.buffer);
    check(all[0] === 0xee && all.slice(1 + w).every((b) => b === 0xee), 'nothing else is touched');
  }
}
fails(() => encoder.encodeInto('a'), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => encoder.encodeInto('a', new Uint16Array(4)), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => encoder.encodeInto(5, new Uint8Array(4)), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => TextEncoder.prototype.encode.call({}, 'a'), TypeError, 'ERR_INVALID_THIS');

// --- decode UTF-8: all short sequences of interesting bytes, whole and in pieces
const interesting = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0xff];
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
function tryBytes(bytes) {
  const points = decodeUtf8(bytes), expected = toText(points), view = Uint8Array.from(bytes);
  check(decoder.decode(view) === expected, `${hex(bytes)}: ${show(decoder.decode(view))}, not ${show(expected)}`);
  if (points.includes(null)) fails(() => strict.decode(view), TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA');
  else check(strict.decode(view) === expected, 'strict');
  for (let cut = 0; cut <= bytes.length; cut++) {
    const text = decoder.decode(view.subarray(0, cut), { stream: true }) + decoder.decode(view.subarray(cut), { stream: true }) + decoder.decode();
    check(text === expected, `${hex(bytes)} cut at ${cut}: ${show(text)}, not ${show(expected)}`);
  }
}
for (const a of interesting) for (const b of interesting) { tryBytes([a, b]); for (let i = 0; i < 4; i++) tryBytes([a, b, interesting[random(22)], interesting[random(22)], interesting[random(22)]]); }
const long = [...encodeUtf8('x'.repeat(64) + '\u20ac\u{1f600}' + 'y'.repeat(40)), 0xf0, 0x9f];
let pieces = '';
for (const b of long) pieces += decoder.decode(Uint8Array.of(b), { stream: true });
check(pieces + decoder.decode() === 'x'.repeat(64) + '\u20ac\u{1f600}' + 'y'.repeat(40) + '\ufffd', 'byte by byte');

// --- byte order marks
const mark = [0xef, 0xbb, 0xbf];
check(new TextDecoder().decode(Uint8Array.from([...mark, 0x41])) === 'A', 'a mark is skipped');
check(new TextDecoder().decode(Uint8Array.from([...mark, ...mark, 0x41])) === '\ufeffA', 'once');
check(new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from([...mark, 0x41])) === '\ufeffA', 'or kept');
const pieceful = new TextDecoder();
check(pieceful.decode(Uint8Array.of(0xef), { stream: true }) + pieceful.decode(Uint8Array.of(0xbb, 0xbf, 0x41), { stream: true }) === 'A', 'in pieces');
check(pieceful.decode(Uint8Array.from(mark), { stream: true }) === '\ufeff' && pieceful.decode() === '', 'in the middle it is text');
check(pieceful.decode(Uint8Array.from([...mark, 0x42])) === 'B', 'a new stream');
check(new TextDecoder('utf-16le').decode(Uint8Array.of(0xff, 0xfe, 0x41, 0)) === 'A', 'utf-16le');
check(new TextDecoder('utf-16le').decode(Uint8Array.of(0xfe, 0xff)) === '\ufffe', 'the other mark');

// --- UTF-16
for (const [label, swap] of [['utf-16le', false], ['utf-16be', true]]) {
  const utf16 = new TextDecoder(label), utf16strict = new TextDecoder(label, { fatal: true });
  const encode = (text) => Uint8Array.from([...Array(text.length).keys()].flatMap((i) => { const u = text.charCodeAt(i), b = [u & 255, u >> 8]; return swap ? b.reverse() : b; }));
  check(utf16.encoding === label && utf16.decode(encode('a\u20ac\ud83d\ude00\ue000')) === 'a\u20ac\ud83d\ude00\ue000', label);
  check(utf16.decode(encode('a\ud800b\udc00')) === 'a\ufffdb\ufffd', 'lone surrogates');
  check(utf16.decode(encode('ab').subarray(0, 3)) === 'a\ufffd', 'half a unit');
  check(utf16.decode(encode('a\ud800b').subarray(0, 5)) === 'a\ufffd', 'half a unit behind half a pair');
  fails(() => utf16strict.decode(encode('\ud800')), TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA');
  fails(() => utf16strict.decode(encode('ab').subarray(0, 3)), TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA');
  let text = '';
  for (const b of encode('x\ud83d\ude00y\ud800')) text += utf16.decode(Uint8Array.of(b), { stream: true });
  check(text + utf16.decode() === 'x\ud83d\ude00y\ufffd', `${label} byte by byte`);
}

// --- windows-1252, which latin1 and ascii are on the web
const high = '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';
const all = Uint8Array.from({ length: 256 }, (_, i) => i);
const latin = String.fromCharCode(...all);
const western = latin.slice(0, 128) + high + latin.slice(160);
check(new TextDecoder('windows-1252').decode(all) === western, 'windows-1252');
check(new TextDecoder('windows-1252').decode(all.subarray(160)) === western.slice(160), 'without the special ones');

// --- labels
const labels = {
  'utf-8': 'unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8',
  'utf-16le': 'csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le',
  'utf-16be': 'unicodefffe utf-16be',
  'windows-1252': 'ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252',
};
for (const name of Object.keys(labels)) {
  for (const label of labels[name].split(' ')) {
    for (const written of [label, label.toUpperCase(), `\t\n\f\r ${label} `]) check(new TextDecoder(written).encoding === name, written);
  }
}
for (const bad of ['', ' ', 'nonsense', 'utf-8\0', 'utf', 'utf-8 latin1', '\u00a0utf-8', '8', 'utf-7', 'utf-32', null]) fails(() => new TextDecoder(bad), RangeError, 'ERR_ENCODING_NOT_SUPPORTED');

// --- the interface
const d = new TextDecoder(undefined, { fatal: 1 });
check(d.encoding === 'utf-8' && d.fatal === true && d.ignoreBOM === false && new TextDecoder('utf8', { ignoreBOM: 'x' }).ignoreBOM === true, 'attributes');
check(decoder.decode() === '' && decoder.decode(undefined) === '' && decoder.decode(new ArrayBuffer(0)) === '', 'nothing');
const bytes = Uint8Array.from([0x41, 0x42, 0x43, 0x44]);
check(decoder.decode(bytes.buffer) === 'ABCD' && decoder.decode(new DataView(bytes.buffer, 1, 2)) === 'BC' && decoder.decode(new Uint16Array(bytes.buffer, 2)) === 'CD', 'sources');
const shared = new SharedArrayBuffer(2);
new Uint8Array(shared).set([0x68, 0x69]);
check(decoder.decode(shared) === 'hi' && decoder.decode(new Uint8Array(shared, 1)) === 'i', 'shared memory');
for (const bad of [null, 5, 'text', [], {}]) fails(() => decoder.decode(bad), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => strict.decode(Uint8Array.of(0xff), { stream: true }), TypeError, 'ERR_ENCODING_INVALID_ENCODED_DATA');
check(strict.decode(bytes) === 'ABCD', 'usable after an error');
fails(() => TextDecoder.prototype.decode.call({}), TypeError, 'ERR_INVALID_THIS');
fails(() => TextDecoder('utf-8'), TypeError);
