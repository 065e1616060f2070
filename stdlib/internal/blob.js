'use strict';
// Blob and File (https://w3c.github.io/FileAPI/, and node:buffer): bytes that never change, with a type. A slice shares the
// bytes of what it was cut from.

const { encode } = native('encoding');
const { ERR_FEATURE_UNAVAILABLE, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS,
        ERR_MISSING_ARGS } = require('internal/errors');
const { TextDecoder } = require('internal/encoding');
const { describeInterface } = require('internal/interface');
const { isAnyArrayBuffer } = native('types');

const INSPECT = Symbol.for('nodejs.util.inspect.custom');
let isBlob; // whether a value is a Blob
let bytesOfBlob; // its bytes, not to be changed

// A type is ASCII in small letters; others count as none.
function normalizeType(type) {
  const text = `${type}`;
  return /[^\x20-\x7e]/.test(text) ? '' : text.toLowerCase();
}

function checkDictionary(options) {
  if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('options', 'a dictionary', options);
  }
}

// The bytes of one part: of a Blob, a buffer, a view, or the UTF-8 of the text of anything else.
function bytesOf(part, native) {
  if (isBlob(part)) return bytesOfBlob(part);
  if (isAnyArrayBuffer(part)) return new Uint8Array(part);
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  return encode(native ? `${part}`.replace(/\r\n?/g, '\n') : `${part}`);
}

function join(sources, native) {
  const parts = [];
  let size = 0;
  for (const source of sources) {
    const bytes = bytesOf(source, native);
    parts.push(bytes);
    size += bytes.length;
  }
  const joined = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

// What inspection shows of an object of class `name`.
function show(name, values, depth, options, inspect) {
  if (depth < 0) return options.stylize(`[${name}]`, 'special');
  return `${name} ${inspect(values, { ...options, depth: options.depth === null ? null : options.depth - 1 })}`;
}

class Blob {
  #bytes;
  #type;

  static {
    isBlob = (value) => typeof value === 'object' && value !== null && #bytes in value;
    bytesOfBlob = (blob) => blob.#bytes;
  }

  // sources: an iterable object of parts. options: { type, endings: 'transparent', or 'native' for "\n" as the end of
  // lines }. Throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE.
  constructor(sources = [], options = undefined) {
    if (typeof sources !== 'object' || typeof sources?.[Symbol.iterator] !== 'function') {
      throw new ERR_INVALID_ARG_TYPE('sources', 'a sequence', sources);
    }
    checkDictionary(options);
    const type = options?.type ?? '', endings = options?.endings ?? 'transparent';
    if (endings !== 'transparent' && endings !== 'native') {
      throw new ERR_INVALID_ARG_VALUE('options.endings', endings);
    }
    this.#bytes = join(sources, endings === 'native');
    this.#type = normalizeType(type);
  }

  // The type, '' when there is none.
  get type() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return this.#type;
  }

  // How many bytes.
  get size() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return this.#bytes.length;
  }

  // The bytes from start up to end as another Blob; negative places count from the end.
  slice(start = 0, end = undefined, type = '') {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    const blob = new Blob();
    blob.#bytes = this.#bytes.subarray(start, end);
    blob.#type = normalizeType(type);
    return blob;
  }

  // Promise of a new ArrayBuffer.
  async arrayBuffer() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return this.#bytes.slice().buffer;
  }

  // Promise of the text, read as UTF-8.
  async text() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return new TextDecoder().decode(this.#bytes);
  }

  // Promise of a new Uint8Array.
  async bytes() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    return this.#bytes.slice();
  }

  // There are no web streams: ERR_FEATURE_UNAVAILABLE.
  stream() {
    if (!isBlob(this)) throw new ERR_INVALID_THIS('Blob');
    throw new ERR_FEATURE_UNAVAILABLE('Blob.stream');
  }

  [INSPECT](depth, options, inspect) {
    if (!isBlob(this)) return this;
    return show('Blob', { size: this.size, type: this.type }, depth, options, inspect);
  }
}

class File extends Blob {
  #name;
  #lastModified;

  // A Blob with a name; options as well: { lastModified: milliseconds since 1970, by default now }.
  constructor(fileBits, fileName, options = undefined) {
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('fileBits', 'fileName');
    super(fileBits, options);
    const modified = options?.lastModified;
    this.#name = `${fileName}`;
    this.#lastModified = modified === undefined ? Date.now() : +modified || 0;
  }

  get name() {
    if (!(#name in this)) throw new ERR_INVALID_THIS('File');
    return this.#name;
  }

  // Milliseconds since 1970.
  get lastModified() {
    if (!(#name in this)) throw new ERR_INVALID_THIS('File');
    return this.#lastModified;
  }

  [INSPECT](depth, options, inspect) {
    if (!isBlob(this) || !(#name in this)) return this;
    const { size, type, name, lastModified } = this;
    return show('File', { size, type, name, lastModified }, depth, options, inspect);
  }
}

for (const Class of [Blob, File]) describeInterface(Class);

module.exports = { Blob, File };
