'use strict';
// TextEncoder and TextDecoder (WHATWG Encoding). Encodings: utf-8, utf-16le, utf-16be, windows-1252 (which latin1,
// ascii and iso-8859-1 mean on the web), under all their labels.

const { encode, encodeInto, decode, incomplete } = native('encoding');
const { ERR_INVALID_THIS, ERR_INVALID_ARG_TYPE, define } = require('internal/errors');
const { describeInterface } = require('internal/interface');

const ERR_ENCODING_NOT_SUPPORTED = define('ERR_ENCODING_NOT_SUPPORTED', RangeError, (label) =>
  `The "${label}" encoding is not supported`);
const ERR_ENCODING_INVALID_ENCODED_DATA = define('ERR_ENCODING_INVALID_ENCODED_DATA', TypeError, (encoding) =>
  `The encoded data was not valid for encoding ${encoding}`);

const names = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];
const labels = [
  ' unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 ',
  ' csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le ',
  ' unicodefffe utf-16be ',
  ' ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 ' +
  'iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 ',
];

// The index in `names` of what a label means, -1: nothing.
function findEncoding(label) {
  const wanted = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (wanted === '' || /[^\x21-\x7e]/.test(wanted)) return -1;
  return labels.findIndex((list) => list.includes(` ${wanted} `));
}

const counts = new Float64Array(2);

class TextEncoder {
  #brand;

  // Always 'utf-8'.
  get encoding() {
    if (!(#brand in this)) throw new ERR_INVALID_THIS('TextEncoder');
    return 'utf-8';
  }

  // A Uint8Array with the UTF-8 of a string.
  encode(input = '') {
    if (!(#brand in this)) throw new ERR_INVALID_THIS('TextEncoder');
    return encode(typeof input === 'string' ? input : `${input}`);
  }

  // Writes the UTF-8 of as much of `src` as fits into a Uint8Array, whole characters only: { read: UTF-16 units,
  // written: bytes }.
  encodeInto(src, dest) {
    if (!(#brand in this)) throw new ERR_INVALID_THIS('TextEncoder');
    if (typeof src !== 'string') throw new ERR_INVALID_ARG_TYPE('src', 'string', src);
    if (!(dest instanceof Uint8Array)) throw new ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', dest);
    encodeInto(src, dest, counts);
    return { read: counts[0], written: counts[1] };
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
    if (!(#brand in this)) return this;
    return `TextEncoder ${inspect({ encoding: 'utf-8' }, options)}`;
  }
}

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #started = false; // something came out since the last end of a stream: a byte order mark is text
  #held; // Uint8Array: the beginning of a character

  // label: of an encoding. options: { fatal: throw instead of U+FFFD, ignoreBOM: keep a byte order mark }.
  constructor(label = 'utf-8', options = undefined) {
    this.#encoding = findEncoding(`${label}`);
    if (this.#encoding < 0) throw new ERR_ENCODING_NOT_SUPPORTED(`${label}`);
    if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') {
      throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBOM = Boolean(options?.ignoreBOM);
  }

  get encoding() {
    if (!(#held in this)) throw new ERR_INVALID_THIS('TextDecoder');
    return names[this.#encoding];
  }

  get fatal() {
    if (!(#held in this)) throw new ERR_INVALID_THIS('TextDecoder');
    return this.#fatal;
  }

  get ignoreBOM() {
    if (!(#held in this)) throw new ERR_INVALID_THIS('TextDecoder');
    return this.#ignoreBOM;
  }

  // The text of an ArrayBuffer or view. options: { stream: more bytes follow; what is incomplete waits for them }.
  // Throws TypeError ERR_ENCODING_INVALID_ENCODED_DATA when fatal.
  decode(input = undefined, options = undefined) {
    if (!(#held in this)) throw new ERR_INVALID_THIS('TextDecoder');
    let bytes = input;
    if (bytes === undefined) bytes = new Uint8Array(0);
    else if (!ArrayBuffer.isView(bytes) && !(bytes instanceof ArrayBuffer) && !(bytes instanceof SharedArrayBuffer)) {
      throw new ERR_INVALID_ARG_TYPE('list', ['SharedArrayBuffer', 'ArrayBuffer', 'ArrayBufferView'], input);
    }
    const stream = options !== undefined && options !== null && Boolean(options.stream);
    if (stream || this.#held !== undefined) bytes = this.#join(bytes, stream);
    const text = decode(this.#encoding, bytes, this.#fatal, !this.#ignoreBOM && !this.#started);
    if (stream) this.#started ||= bytes.length > 0;
    else this.#started = false;
    if (text === undefined) {
      this.#started = false;
      this.#held = undefined;
      throw new ERR_ENCODING_INVALID_ENCODED_DATA(names[this.#encoding]);
    }
    return text;
  }

  // What waited and the new bytes together, without what has to wait now.
  #join(input, stream) {
    const bytes = ArrayBuffer.isView(input) ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input);
    const held = this.#held;
    let all = bytes;
    if (held !== undefined) {
      all = new Uint8Array(held.length + bytes.length);
      all.set(held);
      all.set(bytes, held.length);
    }
    this.#held = undefined;
    const tail = stream ? incomplete(this.#encoding, all) : 0;
    if (tail === 0) return all;
    this.#held = all.slice(all.length - tail);
    return all.subarray(0, all.length - tail);
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
    if (!(#held in this)) return this;
    const { encoding, fatal, ignoreBOM } = this;
    return `TextDecoder ${inspect({ encoding, fatal, ignoreBOM }, options)}`;
  }
}

for (const Class of [TextEncoder, TextDecoder]) describeInterface(Class);

module.exports = { TextEncoder, TextDecoder };
