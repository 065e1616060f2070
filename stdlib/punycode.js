'use strict';
// Punycode (RFC 3492) as the module of that name. https://nodejs.org/api/punycode.html

const base = 36;
const tMin = 1;
const tMax = 26;
const maxInteger = 0x7fffffff;

function adapt(delta, points, first) {
  let k = 0;
  delta = first ? Math.floor(delta / 700) : delta >> 1;
  delta += Math.floor(delta / points);
  for (; delta > 455; k += base) delta = Math.floor(delta / (base - tMin));
  return Math.floor(k + (base - tMin + 1) * delta / (delta + 38));
}

function threshold(k, bias) {
  return k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias;
}

function digitOf(code) {
  if (code >= 48 && code < 58) return code - 22;
  code |= 32;
  return code >= 97 && code < 123 ? code - 97 : base;
}

function overflow() {
  return new RangeError('Overflow: input needs wider integers to process');
}

// The code points of a string; lone surrogates stay.
function ucs2decode(string) {
  const output = [];
  for (let i = 0; i < string.length; i++) {
    const code = string.codePointAt(i);
    output.push(code);
    if (code > 0xffff) i++;
  }
  return output;
}

// The string of an array of code points. RangeError for what is none.
function ucs2encode(codePoints) {
  let output = '';
  for (const code of codePoints) output += String.fromCodePoint(code);
  return output;
}

// What a Punycode string of ASCII stands for, without "xn--". RangeError for malformed input.
function decode(input) {
  const output = [];
  const basic = Math.max(input.lastIndexOf('-'), 0);
  for (let i = 0; i < basic; i++) {
    if (input.charCodeAt(i) >= 0x80) throw new RangeError('Illegal input >= 0x80 (not a basic code point)');
    output.push(input.charCodeAt(i));
  }
  let n = 128;
  let i = 0;
  let bias = 72;
  for (let at = basic > 0 ? basic + 1 : 0; at < input.length;) {
    const before = i;
    for (let weight = 1, k = base; ; k += base) {
      if (at >= input.length) throw new RangeError('Invalid input');
      const digit = digitOf(input.charCodeAt(at++));
      if (digit >= base) throw new RangeError('Invalid input');
      if (digit > Math.floor((maxInteger - i) / weight)) throw overflow();
      i += digit * weight;
      const t = threshold(k, bias);
      if (digit < t) break;
      if (weight > Math.floor(maxInteger / (base - t))) throw overflow();
      weight *= base - t;
    }
    const points = output.length + 1;
    bias = adapt(i - before, points, before === 0);
    if (Math.floor(i / points) > maxInteger - n) throw overflow();
    n += Math.floor(i / points);
    i %= points;
    output.splice(i++, 0, n);
  }
  return ucs2encode(output);
}

function digitText(digit) {
  return String.fromCharCode(digit < 26 ? digit + 97 : digit + 22);
}

// The Punycode form of a string, without "xn--". RangeError on overflow.
function encode(string) {
  const input = ucs2decode(string);
  let output = '';
  let handled = 0;
  for (const code of input) {
    if (code < 0x80) {
      output += String.fromCharCode(code);
      handled++;
    }
  }
  const basic = handled;
  if (basic) output += '-';
  for (let n = 128, delta = 0, bias = 72; handled < input.length; delta++, n++) {
    let next = maxInteger;
    for (const code of input) if (code >= n && code < next) next = code;
    if (next - n > Math.floor((maxInteger - delta) / (handled + 1))) throw overflow();
    delta += (next - n) * (handled + 1);
    n = next;
    for (const code of input) {
      if (code < n && ++delta > maxInteger) throw overflow();
      if (code !== n) continue;
      let q = delta;
      for (let k = base; ; k += base) {
        const t = threshold(k, bias);
        if (q < t) break;
        output += digitText(t + (q - t) % (base - t));
        q = Math.floor((q - t) / (base - t));
      }
      output += digitText(q);
      bias = adapt(delta, handled + 1, handled === basic);
      delta = 0;
      handled++;
    }
  }
  return output;
}

// Applies a function to each label of a domain, or of the domain of an email address.
function mapDomain(domain, callback) {
  const at = domain.indexOf('@');
  const end = at < 0 ? domain.length : domain.indexOf('@', at + 1);
  const local = at < 0 ? '' : domain.slice(0, at + 1);
  const labels = domain.slice(at + 1, end < 0 ? domain.length : end).replace(/[\u3002\uff0e\uff61]/g, '.').split('.');
  return local + labels.map(callback).join('.');
}

// A domain or email address with non-ASCII labels in Punycode.
function toASCII(input) {
  return mapDomain(input, (label) => /[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label);
}

// A domain or email address with "xn--" labels decoded.
function toUnicode(input) {
  return mapDomain(input, (label) => label.startsWith('xn--') ? decode(label.slice(4).toLowerCase()) : label);
}

module.exports = {
  version: '2.1.0',
  ucs2: { decode: ucs2decode, encode: ucs2encode },
  decode,
  encode,
  toASCII,
  toUnicode,
};
