// node:punycode.
'use strict';
const punycode = require('node:punycode');
function equal(got, want, text = '') {
  if (got !== want) throw new Error(`${text}: ${String(got)} is not ${String(want)}`);
}
function thrown(f) {
  try {
    f();
  } catch (error) {
    return `${error.name} ${error.message}`;
  }
  throw new Error(`${f} threw nothing`);
}

for (const [text, code] of [
  ['', ''], ['abc', 'abc-'], ['-', '--'], ['ü', 'tda'], ['bücher', 'bcher-kva'], ['mañana', 'maana-pta'], ['☃-⌘', '--dqo34k'],
  ['\u{10ffff}', 'dn32g'], ['3年B組金八先生', '3B-ww4c5e180e575a65lsy2b'], ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
  ['почемужеонинеговорятпорусски', 'b1abfaaepdrnnbgefbadotcwatmq2g4l'],
]) {
  equal(punycode.encode(text), code);
  equal(punycode.decode(code), text);
}
equal(punycode.decode('BCHER-KVA'), 'BüCHER');
equal(punycode.toASCII('mañana.com'), 'xn--maana-pta.com');
equal(punycode.toASCII('джумла@джpумлатест.bрфa'), 'джумла@xn--p-8sbkgc5ag7bhce.xn--ba-lmcq');
equal(punycode.toASCII('mañana。com'), 'xn--maana-pta.com');
equal(punycode.toUnicode('xn--maana-pta.com'), 'mañana.com');
equal(punycode.ucs2.decode('a\u{1d306}\ud800').join(), '97,119558,55296');
equal(punycode.ucs2.encode([97, 0x1d306]), 'a\u{1d306}');
equal(punycode.version, '2.1.0');
equal(thrown(() => punycode.decode('\x80-a')), 'RangeError Illegal input >= 0x80 (not a basic code point)');
equal(thrown(() => punycode.decode('ls8h=')), 'RangeError Invalid input');
equal(thrown(() => punycode.decode('99999999')), 'RangeError Overflow: input needs wider integers to process');
