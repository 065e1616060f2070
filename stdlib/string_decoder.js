'use strict';
// string_decoder: text from bytes that come in pieces (Node documentation, "String decoder").

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_UNKNOWN_ENCODING } = require('internal/errors');
const { Buffer } = require('buffer');

const names = { 'utf-8': 'utf8', 'ucs2': 'utf16le', 'ucs-2': 'utf16le', 'utf-16le': 'utf16le', 'binary': 'latin1' };

const kPending = Symbol('pending');

// new StringDecoder([encoding = 'utf8'])
function StringDecoder(encoding) {
  const given = encoding === undefined || encoding === null || encoding === '' ? 'utf8' : encoding;
  const name = typeof given === 'string' ? given.toLowerCase() : undefined;
  if (!Buffer.isEncoding(name)) throw new ERR_UNKNOWN_ENCODING(encoding);
  this.encoding = names[name] ?? name;
  this[kPending] = Buffer.alloc(0);
}

// The bytes that a character of UTF-8 takes, by its first byte; 0: no first byte.
function widthOf(byte) {
  if (byte >> 5 === 0b110) return 2;
  if (byte >> 4 === 0b1110) return 3;
  return byte >> 3 === 0b11110 ? 4 : 0;
}

// How many bytes at the end begin a character that is not whole.
function incompleteTail(bytes) {
  for (let count = 1; count <= 3 && count <= bytes.length; count++) {
    const byte = bytes[bytes.length - count];
    if (byte >> 6 !== 0b10) return widthOf(byte) > count ? count : 0;
  }
  return 0;
}

// How many bytes at the end must wait for more; `waiting` of them have waited before.
function tailOf(encoding, bytes, waiting) {
  switch (encoding) {
    case 'utf8':
      return incompleteTail(bytes);
    case 'utf16le': {
      if (waiting >= 2 && bytes.length < 4) return bytes.length; // the second half of a pair
      const last = bytes[bytes.length - 1];
      return bytes.length % 2 || (bytes.length > 0 && (last & 0xfc) === 0xd8 ? 2 : 0);
    }
    case 'base64':
    case 'base64url':
      return bytes.length % 3;
    default:
      return 0;
  }
}

// write(buffer): the text of all whole characters so far. A string is given back as it is.
StringDecoder.prototype.write = function write(buf) {
  if (typeof buf === 'string') return buf;
  if (!ArrayBuffer.isView(buf)) throw new ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray', 'DataView'], buf);
  if (this?.[kPending] === undefined) throw new ERR_INVALID_THIS('StringDecoder');
  let bytes = Buffer.from(buf.buffer, buf.byteOffset, buf.byteLength);
  if (this[kPending].length > 0) bytes = Buffer.concat([this[kPending], bytes]);
  const whole = bytes.length - tailOf(this.encoding, bytes, this[kPending].length);
  this[kPending] = Buffer.from(bytes.subarray(whole));
  return bytes.toString(this.encoding, 0, whole);
};

// end([buffer]): the rest, with U+FFFD for a character that is not whole. The decoder can be used again.
StringDecoder.prototype.end = function end(buf) {
  if (this?.[kPending] === undefined) throw new ERR_INVALID_THIS('StringDecoder');
  const text = buf === undefined ? '' : this.write(buf);
  const rest = this[kPending].toString(this.encoding);
  this[kPending] = Buffer.alloc(0);
  return text + rest;
};

// text(buffer, offset): what was pending is dropped.
StringDecoder.prototype.text = function text(buf, offset) {
  this[kPending] = Buffer.alloc(0);
  return this.write(buf.subarray(offset));
};

// The bytes of a character by its first one.
function lengthOf(encoding, bytes) {
  if (bytes.length === 0) return 0;
  if (encoding === 'utf8') return widthOf(bytes[0]);
  if (encoding === 'utf16le') return bytes.length >= 2 ? 4 : 2;
  return 3;
}

Object.defineProperties(StringDecoder.prototype, {
  // What is pending: its bytes, how many are missing, and how many they would be.
  lastChar: {
    get() {
      const bytes = Buffer.alloc(4);
      this[kPending].copy(bytes);
      return bytes;
    },
    enumerable: true,
    configurable: true,
  },
  lastNeed: {
    get() {
      return lengthOf(this.encoding, this[kPending]) - this[kPending].length;
    },
    enumerable: true,
    configurable: true,
  },
  lastTotal: {
    get() {
      return lengthOf(this.encoding, this[kPending]);
    },
    enumerable: true,
    configurable: true,
  },
});

module.exports = { StringDecoder };
