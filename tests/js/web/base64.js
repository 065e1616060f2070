// atob and btoa: every byte, every padding, white space, and all that is refused.
function check(condition, text) { if (!condition) throw new Error(text); }
function refused(make, name) {
  try { make(); } catch (error) {
    check(error.name === name, `${error.name} in ${make}`);
    if (name === 'InvalidCharacterError') check(error instanceof DOMException && error.code === 5, 'DOMException');
    return;
  }
  throw new Error(`no error in ${make}`);
}
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
function encode(text) { // straight from RFC 4648
  let bits = '';
  for (const c of text) bits += c.charCodeAt(0).toString(2).padStart(8, '0');
  let out = '';
  for (let i = 0; i < bits.length; i += 6) out += digits[parseInt(bits.slice(i, i + 6).padEnd(6, '0'), 2)];
  return out.padEnd(Math.ceil(out.length / 4) * 4, '=');
}
const bytes = String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i));
for (let length = 0; length <= 256; length += length < 20 ? 1 : 59) {
  const text = bytes.slice(256 - length);
  check(btoa(text) === encode(text) && atob(btoa(text)) === text, `length ${length}`);
  check(atob(btoa(text).replace(/=+$/, '')) === text, 'without padding');
  check(atob(' \t\n\f\r' + btoa(text).split('').join(' ') + ' ') === text, 'white space');
}
// [input, output; null: refused] of forgiving-base64 decode
const table = [['', ''], ['abcd', 'i\xB7\x1D'], [' abcd', 'i\xB7\x1D'], ['abcd ', 'i\xB7\x1D'], [' abcd===', null], ['abcd=== ', null], ['abcd ===', null],
  ['a', null], ['ab', 'i'], ['abc', 'i\xB7'], ['abcde', null], ['\u{1d11e}', null], ['=', null], ['==', null], ['===', null], ['====', null], ['=====', null],
  ['a=', null], ['a==', null], ['a===', null], ['ab=', null], ['ab==', 'i'], ['ab===', null], ['abc=', 'i\xB7'], ['abc==', null], ['abcd=', null], ['abcde=', null],
  ['=a', null], ['=a=', null], ['a=b', null], ['a=b=', null], ['ab=c', null], ['ab=c=', null], ['abc=d', null], ['ab\tcd', 'i\xB7\x1D'], ['ab\ncd', 'i\xB7\x1D'],
  ['ab\fcd', 'i\xB7\x1D'], ['ab\rcd', 'i\xB7\x1D'], ['ab cd', 'i\xB7\x1D'], ['ab\u00a0cd', null], ['ab\t\n\f\r =\t\n\f\r =\t\n\f\r ', 'i'], ['A', null], ['/A', '\xFC'],
  ['//A', '\xFF\xF0'], ['///A', '\xFF\xFF\xC0'], ['////A', null], ['/', null], ['A/', '\x03'], ['AA/', '\0\x0F'], ['AAAA/', null], ['AAA/', '\0\0?'],
  ['\0nonsense', null], ['abcd\0nonsense', null], ['YQ', 'a'], ['YR', 'a'], ['~~', null], ['??', null], ['--', null], ['__', null], ['ab-d', null], ['ab_d', null], ['\v', null]];
for (const [input, output] of table) {
  if (output === null) refused(() => atob(input), 'InvalidCharacterError');
  else check(atob(input) === output, JSON.stringify(input));
}
// Arguments are strings.
for (const [value, text] of [[undefined, null], [null, '\x9E\xE9e'], [7, null], [12, '\xD7'], [1.5, null], [true, '\xB6\xBB\x9E'], [false, null], [NaN, '5\xA3'], [Infinity, '"w\xE2\x9E+r'], [{ toString: () => 'YQ==' }, 'a']]) {
  if (text === null) refused(() => atob(value), 'InvalidCharacterError');
  else check(atob(value) === text, String(value));
}
check(btoa(null) === 'bnVsbA==' && btoa(12) === 'MTI=' && btoa(undefined) === 'dW5kZWZpbmVk', 'btoa of others');
refused(() => btoa('\u0100'), 'InvalidCharacterError');
refused(() => btoa('a'.repeat(100) + '\ud800'), 'InvalidCharacterError');
refused(() => btoa(Symbol()), 'TypeError');
refused(() => atob(), 'TypeError');
refused(() => btoa(), 'TypeError');
check(btoa('\u20acé'.slice(1)) === '6Q==', 'a part of a wide string');
for (const f of [atob, btoa]) check(f.length === 1 && Object.getOwnPropertyDescriptor(globalThis, f.name).enumerable, f.name);
