// Normalization forms: what holds for every code point and for marks and jamo in any order, and known texts.
function assert(condition, text) {
  if (!condition) throw new Error(text);
}
const show = (s) => [...s].map((c) => c.codePointAt(0).toString(16)).join(' ');
function equal(actual, expected, what) {
  assert(actual === expected, `${what}: ${show(actual)} instead of ${show(expected)}`);
}

for (const [text, nfc, nfd, nfkc, nfkd] of [
  ['\u1e9b\u0323', '\u1e9b\u0323', '\u017f\u0323\u0307', '\u1e69', 's\u0323\u0307'],
  ['a\u0315\u0300\u05ae\u0301', '\u00e0\u05ae\u0301\u0315', 'a\u05ae\u0300\u0301\u0315', '\u00e0\u05ae\u0301\u0315',
    'a\u05ae\u0300\u0301\u0315'],
  ['\ud55c\uae00', '\ud55c\uae00', '\u1112\u1161\u11ab\u1100\u1173\u11af', '\ud55c\uae00',
    '\u1112\u1161\u11ab\u1100\u1173\u11af'],
  ['\u0958', '\u0915\u093c', '\u0915\u093c', '\u0915\u093c', '\u0915\u093c'], // excluded from composition
  ['\u212b\u2126', '\u00c5\u03a9', 'A\u030a\u03a9', '\u00c5\u03a9', 'A\u030a\u03a9'],
  ['\u{1d15e}', '\u{1d157}\u{1d165}', '\u{1d157}\u{1d165}', '\u{1d157}\u{1d165}', '\u{1d157}\u{1d165}'],
  ['\u{11099}\u{110ba}', '\u{1109a}', '\u{11099}\u{110ba}', '\u{1109a}', '\u{11099}\u{110ba}'],
  ['\ufdfa', '\ufdfa', '\ufdfa', '\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645',
    '\u0635\u0644\u0649 \u0627\u0644\u0644\u0647 \u0639\u0644\u064a\u0647 \u0648\u0633\u0644\u0645'],
  ['\ud800\u0301a\udc00', '\ud800\u0301a\udc00', '\ud800\u0301a\udc00', '\ud800\u0301a\udc00', '\ud800\u0301a\udc00'],
  ['\u0301\u0301', '\u0301\u0301', '\u0301\u0301', '\u0301\u0301', '\u0301\u0301'],
  ['\u1100\u1100\u1161\u11a8\u11a8', '\u1100\uac01\u11a8', '\u1100\u1100\u1161\u11a8\u11a8', '\u1100\uac01\u11a8',
    '\u1100\u1100\u1161\u11a8\u11a8'],
]) {
  equal(text.normalize('NFC'), nfc, 'NFC');
  equal(text.normalize('NFD'), nfd, 'NFD');
  equal(text.normalize('NFKC'), nfkc, 'NFKC');
  equal(text.normalize('NFKD'), nfkd, 'NFKD');
}

for (let point = 0xa0; point < 0x30000; point = point === 0xd7ff ? 0xe000 : point + 1) {
  const s = String.fromCodePoint(point), c = s.normalize('NFC'), d = s.normalize('NFD');
  if (s === c && s === d && s === s.normalize('NFKD')) continue;
  equal(c.normalize('NFD'), d, 'NFD of NFC');
  equal(d.normalize('NFC'), c, 'NFC of NFD');
  const kd = s.normalize('NFKD');
  equal(d.normalize('NFKD'), kd, 'NFKD of NFD');
  equal(kd.normalize('NFKC'), s.normalize('NFKC'), 'NFKC of NFKD');
  equal(kd.normalize('NFD'), kd, 'NFD of NFKD');
}

const parts = ['a', '\u0300', '\u0327', '\u0345', '\u05b0', '\u1100', '\u1161', '\u11a8', '\uac00', '\u00e9', '\u3099', '\u304b'];
for (let seed = 1, round = 0; round < 2000; round++) {
  let text = '';
  for (let i = 0; i < 12; i++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    text += parts[seed >> 16 & 15] ?? 'b';
  }
  const c = text.normalize('NFC'), d = text.normalize('NFD');
  equal(c.normalize('NFC'), c, 'twice');
  equal(c.normalize('NFD'), d, 'NFD of NFC');
  equal(d.normalize('NFC'), c, 'NFC of NFD');
}
