'use strict';
// https://nodejs.org/api/querystring.html

const { define } = require('internal/errors');

const ERR_INVALID_URI = define('ERR_INVALID_URI', URIError, 'URI malformed');

// A string percent-encoded like encodeURIComponent. A surrogate makes a pair with whatever follows; URIError
// ERR_INVALID_URI when nothing does.
function qsEscape(str) {
  if (typeof str !== 'string') str = typeof str === 'object' ? String(str) : `${str}`;
  if (str.isWellFormed()) return encodeURIComponent(str);
  const paired = str.replace(/[\ud800-\udfff]([^])?/g, (surrogate, next) => {
    if (next === undefined) throw new ERR_INVALID_URI();
    return String.fromCodePoint(0x10000 + ((surrogate.charCodeAt(0) & 0x3ff) << 10 | (next.charCodeAt(0) & 0x3ff)));
  });
  return encodeURIComponent(paired);
}

function hexValue(code) {
  if (code >= 48 && code <= 57) return code - 48;
  code |= 32;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

// The bytes that a percent-encoded string stands for, as a Buffer; malformed escapes stay as they are.
function unescapeBuffer(s, decodeSpaces = false) {
  const bytes = [];
  for (let i = 0; i < s.length; i++) {
    const code = s.charCodeAt(i);
    const high = code === 37 ? hexValue(s.charCodeAt(i + 1)) : -1;
    const low = high < 0 ? -1 : hexValue(s.charCodeAt(i + 2));
    if (low >= 0) {
      bytes.push(high * 16 + low);
      i += 2;
    } else {
      bytes.push(decodeSpaces && code === 43 ? 32 : code & 255);
    }
  }
  return require('buffer').Buffer.from(bytes);
}

// A percent-encoded string decoded; never fails.
function qsUnescape(s, decodeSpaces) {
  try {
    return decodeURIComponent(s);
  } catch {
    return querystring.unescapeBuffer(s, decodeSpaces).toString();
  }
}

function primitiveText(value) {
  switch (typeof value) {
    case 'string': return value;
    case 'number': return Number.isFinite(value) ? `${value}` : '';
    case 'bigint': case 'boolean': return `${value}`;
    default: return '';
  }
}

// "name=value&..." of the own enumerable properties of an object; arrays give several pairs. Other values than strings,
// finite numbers, bigints and booleans become ''. options.encodeURIComponent: the encoder.
function stringify(obj, sep = '&', eq = '=', options = undefined) {
  sep ||= '&';
  eq ||= '=';
  const custom = options?.encodeURIComponent;
  const encoder = typeof custom === 'function' ? custom : querystring.escape;
  if (obj === null || typeof obj !== 'object') return '';
  const encode = (value) => {
    const text = primitiveText(value);
    return typeof custom === 'function' || (typeof value === 'string' && text !== '') ||
      (typeof value === 'number' && Math.abs(value) >= 1e21) ? encoder(text) : text;
  };
  const pairs = [];
  for (const key of Object.keys(obj)) {
    const value = obj[key];
    const name = `${encode(key)}${eq}`;
    if (Array.isArray(value)) for (let i = 0; i < value.length; i++) pairs.push(name + encode(value[i]));
    else pairs.push(name + encode(value));
  }
  return pairs.join(sep);
}

// The pairs of a query as an object without prototype: name -> value, or an array of values. Options: maxKeys (pairs
// read, empty ones included, default 1000, 0: all), decodeURIComponent.
function parse(qs, sep = '&', eq = '=', options = undefined) {
  const result = { __proto__: null };
  if (typeof qs !== 'string' || qs.length === 0) return result;
  sep = sep ? `${sep}` : '&';
  eq = eq ? `${eq}` : '=';
  const custom = typeof options?.decodeURIComponent === 'function' ? options.decodeURIComponent : undefined;
  const decoder = custom ?? querystring.unescape;
  const isDefault = decoder === qsUnescape;
  let left = typeof options?.maxKeys === 'number' ? options.maxKeys : 1000;
  if (!(left > 0)) left = -1;

  const decode = (text) => {
    const plain = text.indexOf('+') < 0 ? text : text.replaceAll('+', isDefault ? ' ' : '%20');
    if (plain === '' || (isDefault && !/%[0-9a-f]{2}/i.test(plain))) return plain;
    try {
      return decoder(plain);
    } catch {
      return querystring.unescape(plain, true);
    }
  };
  for (let start = 0; start < qs.length && left !== 0;) {
    let end = qs.indexOf(sep, start);
    if (end < 0) end = qs.length;
    if (end > start) {
      const pair = qs.slice(start, end);
      const equals = pair.indexOf(eq);
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      const value = equals < 0 ? '' : decode(pair.slice(equals + eq.length));
      const before = result[name];
      if (before === undefined) result[name] = value;
      else if (Array.isArray(before)) before.push(value);
      else result[name] = [before, value];
    }
    left--;
    start = end + sep.length;
  }
  return result;
}

const querystring = {
  unescapeBuffer,
  unescape: qsUnescape,
  escape: qsEscape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
};
module.exports = querystring;
