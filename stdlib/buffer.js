'use strict';
// buffer: arrays of bytes with text encodings (Node documentation, "Buffer").
//
// A Buffer is a Uint8Array whose prototype is Buffer.prototype. Small ones that need not be zero are cut from a pool,
// an ArrayBuffer of Buffer.poolSize bytes.

const {
  ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_STATE, ERR_OUT_OF_RANGE, ERR_UNKNOWN_ENCODING, define,
} = require('internal/errors');
const { validateArray, validateInteger, validateNumber } = require('internal/validate');
const natives = native('buffer');

const ERR_BUFFER_OUT_OF_BOUNDS = define('ERR_BUFFER_OUT_OF_BOUNDS', RangeError, (name) =>
  name ? `"${name}" is outside of buffer bounds` : 'Attempt to access memory outside buffer bounds');
const ERR_INVALID_BUFFER_SIZE = define('ERR_INVALID_BUFFER_SIZE', RangeError, (bits) =>
  `Buffer size must be a multiple of ${bits}`);
const ERR_STRING_TOO_LONG = define('ERR_STRING_TOO_LONG', Error, () =>
  `Cannot create a string longer than 0x${kStringMaxLength.toString(16)} characters`);
const NO_STRING = define('ERR_INVALID_ARG_TYPE', TypeError, 'argument must be a string');

const kMaxLength = 2 ** 32;
const kStringMaxLength = 536870888;
const kInspect = Symbol.for('nodejs.util.inspect.custom');

class FastBuffer extends Uint8Array {
  // Two parameters more than needed, but no rest parameter: this is called for every Buffer.
  constructor(contents, byteOffset, length) {
    super(contents, byteOffset, length);
  }
}

// new Buffer(...) and Buffer(...), deprecated: as Buffer.alloc for a number, else as Buffer.from.
function Buffer(value, encodingOrOffset, length) {
  if (!warned) warnOfConstructor();
  if (typeof value === 'number') {
    if (typeof encodingOrOffset === 'string') throw new ERR_INVALID_ARG_TYPE('string', 'string', value);
    return Buffer.alloc(value);
  }
  return Buffer.from(value, encodingOrOffset, length);
}

let warned = false;

// Packages are left in peace.
function warnOfConstructor() {
  if (new Error().stack.split('\n')[3]?.includes('node_modules')) return;
  warned = true;
  process.emitWarning(
    'Buffer() is deprecated due to security and usability issues. Please use the Buffer.alloc(), ' +
      'Buffer.allocUnsafe(), or Buffer.from() methods instead.',
    'DeprecationWarning',
    'DEP0005',
  );
}

Object.setPrototypeOf(Buffer, Uint8Array);
Object.defineProperty(Buffer, Symbol.species, { get: () => FastBuffer, configurable: true });
Buffer.prototype = FastBuffer.prototype;
Object.defineProperty(Buffer.prototype, 'constructor', { value: Buffer, writable: true, configurable: true });

Buffer.poolSize = 8192;

const isBytes = (value) => value instanceof Uint8Array;
const { isArrayBuffer } = natives;

// --- Encodings ---------------------------------------------------------------------------------------------

const UTF8 = 0;
const UTF16LE = 1;
const LATIN1 = 2;
const ASCII = 3;
const BASE64 = 4;
const BASE64URL = 5;
const HEX = 6;

const encodings = {
  __proto__: null,
  'utf8': UTF8,
  'utf-8': UTF8,
  'ucs2': UTF16LE,
  'ucs-2': UTF16LE,
  'utf16le': UTF16LE,
  'utf-16le': UTF16LE,
  'latin1': LATIN1,
  'binary': LATIN1,
  'ascii': ASCII,
  'base64': BASE64,
  'base64url': BASE64URL,
  'hex': HEX,
};

// The number of an encoding; undefined for what is none.
function encodingOf(name) {
  const known = encodings[name];
  return known !== undefined || typeof name !== 'string' ? known : encodings[name.toLowerCase()];
}

function knownEncoding(name) {
  const encoding = encodingOf(name);
  if (encoding === undefined) throw new ERR_UNKNOWN_ENCODING(name);
  return encoding;
}

// --- Making Buffers ----------------------------------------------------------------------------------------

let pool;
let poolOffset = 0;

function checkSize(size) {
  validateNumber(size, 'size', 0, kMaxLength);
}

// A Buffer of the pool, which must have room; its places are multiples of 8.
function takeFromPool(length) {
  const buffer = new FastBuffer(pool, poolOffset, length);
  poolOffset = (poolOffset + length + 7) & ~7;
  return buffer;
}

function allocate(size) {
  if (size <= 0) return new FastBuffer(0);
  if (size >= Buffer.poolSize >>> 1) return new FastBuffer(size);
  if (pool === undefined || size > pool.byteLength - poolOffset) {
    pool = new ArrayBuffer(Buffer.poolSize);
    poolOffset = 0;
  }
  return takeFromPool(size);
}

// Buffer.alloc(size[, fill[, encoding]]): zeros, or the bytes of `fill` repeated.
Buffer.alloc = function alloc(size, fill, encoding) {
  checkSize(size);
  const buffer = new FastBuffer(size);
  if (fill !== undefined && fill !== 0 && size > 0) {
    return fillBuffer(buffer, fill, typeof encoding === 'string' ? encoding : undefined, undefined, undefined);
  }
  return buffer;
};

// Buffer.allocUnsafe(size): what is in it may be anything.
Buffer.allocUnsafe = function allocUnsafe(size) {
  checkSize(size);
  return allocate(Math.trunc(size));
};

// Buffer.allocUnsafeSlow(size): the same with an ArrayBuffer of its own.
Buffer.allocUnsafeSlow = function allocUnsafeSlow(size) {
  checkSize(size);
  return new FastBuffer(size);
};

// SlowBuffer(size): deprecated.
function SlowBuffer(size) {
  return Buffer.allocUnsafeSlow(size);
}

function fromString(string, name) {
  const encoding = typeof name === 'string' && name !== '' ? knownEncoding(name) : UTF8;
  if (string === '') return new FastBuffer(0);
  const length = natives.byteLength(encoding, string);
  const buffer = allocate(length);
  const written = natives.write(encoding, buffer, string, 0, length);
  return written === length ? buffer : new FastBuffer(buffer.buffer, buffer.byteOffset, written);
}

function fromArrayBuffer(arrayBuffer, byteOffset, length) {
  byteOffset = byteOffset === undefined ? 0 : +byteOffset || 0;
  const most = arrayBuffer.byteLength - byteOffset;
  if (most < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
  if (length === undefined) {
    length = most;
  } else {
    length = +length;
    if (!(length > 0)) length = 0;
    else if (length > most) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
  }
  return new FastBuffer(arrayBuffer, byteOffset, length);
}

function fromArrayLike(source) {
  if (!(source.length > 0)) return new FastBuffer(0);
  const buffer = allocate(Math.trunc(source.length));
  buffer.set(source);
  return buffer;
}

function fromObject(object) {
  if (object.length !== undefined || isArrayBuffer(object.buffer)) {
    return typeof object.length === 'number' ? fromArrayLike(object) : new FastBuffer(0);
  }
  return object.type === 'Buffer' && Array.isArray(object.data) ? fromArrayLike(object.data) : undefined;
}

// Buffer.from(string[, encoding]), (array), (buffer), (arrayBuffer[, byteOffset[, length]]: shares the memory) or
// (object): what its valueOf or Symbol.toPrimitive give.
Buffer.from = function from(value, encodingOrOffset, length) {
  if (typeof value === 'string') return fromString(value, encodingOrOffset);
  if (typeof value === 'object' && value !== null) {
    if (isArrayBuffer(value)) return fromArrayBuffer(value, encodingOrOffset, length);
    const inner = value.valueOf?.();
    if (inner !== value && inner !== null && (typeof inner === 'string' || typeof inner === 'object')) {
      return from(inner, encodingOrOffset, length);
    }
    const buffer = fromObject(value);
    if (buffer) return buffer;
    if (typeof value[Symbol.toPrimitive] === 'function') {
      const primitive = value[Symbol.toPrimitive]('string');
      if (typeof primitive === 'string') return fromString(primitive, encodingOrOffset);
    }
  }
  const accepted = ['string', 'Buffer', 'ArrayBuffer', 'Array', 'Array-like Object'];
  throw new ERR_INVALID_ARG_TYPE('first argument', accepted, value);
};

// Buffer.copyBytesFrom(typedArray[, offset[, length]]): a copy of the memory of so many elements.
Buffer.copyBytesFrom = function copyBytesFrom(view, offset, length) {
  if (!ArrayBuffer.isView(view) || view instanceof DataView) throw new ERR_INVALID_ARG_TYPE('view', 'TypedArray', view);
  if (view.length === 0) return new FastBuffer(0);
  if (offset !== undefined) {
    validateInteger(offset, 'offset', 0);
    if (offset >= view.length) return new FastBuffer(0);
  }
  if (length !== undefined) validateInteger(length, 'length', 0);
  const part = view.subarray(offset ?? 0, length === undefined ? undefined : (offset ?? 0) + length);
  return fromArrayLike(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
};

// Buffer.of(...bytes)
Buffer.of = function of(...bytes) {
  return fromArrayLike(bytes);
};

// Buffer.isBuffer(value)
Buffer.isBuffer = function isBuffer(value) {
  return value instanceof Buffer;
};

// Buffer.isEncoding(name)
Buffer.isEncoding = function isEncoding(name) {
  return typeof name === 'string' && name !== '' && encodingOf(name) !== undefined;
};

// Buffer.byteLength(string or buffer[, encoding]): unknown encodings count as utf8.
Buffer.byteLength = function byteLength(string, encoding) {
  if (typeof string !== 'string') {
    if (ArrayBuffer.isView(string) || isArrayBuffer(string)) return string.byteLength;
    throw new ERR_INVALID_ARG_TYPE('string', ['string', 'Buffer', 'ArrayBuffer'], string);
  }
  return string === '' ? 0 : natives.byteLength(encodingOf(encoding) ?? UTF8, string);
};

function checkBytes(value, name) {
  if (!isBytes(value)) throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'Uint8Array'], value);
}

// Buffer.compare(a, b): -1, 0 or 1.
Buffer.compare = function compare(buf1, buf2) {
  checkBytes(buf1, 'buf1');
  checkBytes(buf2, 'buf2');
  return buf1 === buf2 ? 0 : natives.compare(buf1, 0, buf1.length, buf2, 0, buf2.length);
};

// Buffer.concat(list[, totalLength]): one after the other; cut, or filled with zeros, to the length.
Buffer.concat = function concat(list, length) {
  validateArray(list, 'list');
  if (list.length === 0) return new FastBuffer(0);
  if (length === undefined) {
    length = 0;
    for (let i = 0; i < list.length; i++) if (list[i].byteLength) length += list[i].byteLength;
  } else {
    validateInteger(length, 'length', 0, kMaxLength);
  }
  const buffer = allocate(length);
  let at = 0;
  for (let i = 0; i < list.length; i++) {
    checkBytes(list[i], `list[${i}]`);
    at += natives.copy(list[i], 0, list[i].byteLength, buffer, at);
  }
  if (at < length) natives.fill(buffer, at, length, 0);
  return buffer;
};

for (const name of ['alloc', 'allocUnsafe', 'allocUnsafeSlow', 'from', 'copyBytesFrom', 'of', 'isBuffer', 'isEncoding',
  'byteLength', 'compare', 'concat']) {
  Object.defineProperty(Buffer, name, { enumerable: name !== 'from' && name !== 'of' && name !== 'copyBytesFrom' });
}

// --- Text --------------------------------------------------------------------------------------------------

const prototype = Buffer.prototype;

// toString([encoding = 'utf8'[, start[, end]]])
prototype.toString = function toString(encoding, start, end) {
  const { length } = this;
  if (arguments.length === 0 && length <= kStringMaxLength) return natives.decode(UTF8, this, 0, length);
  if (start <= 0 || start === undefined) start = 0;
  else if (start >= length) return '';
  else start = Math.trunc(start) || 0;
  if (end === undefined || end >= length) end = length;
  else end = Math.trunc(end) || 0;
  if (end <= start) return '';
  if (end - start > kStringMaxLength) throw new ERR_STRING_TOO_LONG();
  return natives.decode(encoding === undefined ? UTF8 : knownEncoding(`${encoding}`), this, start, end);
};

prototype.toLocaleString = prototype.toString;

// write(string[, offset[, length]][, encoding = 'utf8']): the number of bytes written; whole characters only.
prototype.write = function write(string, offset, length, encoding) {
  if (typeof string !== 'string') throw new NO_STRING();
  let most = this.length;
  if (offset === undefined) return natives.write(UTF8, this, string, 0, most);
  if (typeof offset === 'string') {
    encoding = offset;
    offset = 0;
  } else {
    validateInteger(offset, 'offset', 0, this.length);
    most -= offset;
    if (typeof length === 'string') {
      encoding = length;
    } else if (length !== undefined) {
      validateInteger(length, 'length', 0, this.length);
      if (length < most) most = length;
    }
  }
  return natives.write(encoding ? knownEncoding(`${encoding}`) : UTF8, this, string, offset, offset + most);
};

// utf8Slice([start[, end]]), utf8Write(string[, offset[, length]]) and so on: of old.
for (const [name, encoding] of Object.entries({ ascii: ASCII, base64: BASE64, base64url: BASE64URL, latin1: LATIN1,
  hex: HEX, ucs2: UTF16LE, utf8: UTF8 })) {
  prototype[`${name}Slice`] = function(start = 0, end = this.length) {
    if (start < 0 || start > this.length) throw new ERR_BUFFER_OUT_OF_BOUNDS('start');
    if (end < 0 || end > this.length) throw new ERR_BUFFER_OUT_OF_BOUNDS('end');
    return natives.decode(encoding, this, start, end);
  };
  prototype[`${name}Write`] = function(string, offset = 0, length = this.length - offset) {
    if (typeof string !== 'string') throw new NO_STRING();
    if (offset < 0 || offset > this.length) throw new ERR_BUFFER_OUT_OF_BOUNDS('offset');
    if (length < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS('length');
    return natives.write(encoding, this, string, offset, offset + length);
  };
}

// --- Parts -------------------------------------------------------------------------------------------------

function clampedIndex(index, length) {
  index = Math.trunc(index) || 0;
  return index < 0 ? Math.max(index + length, 0) : Math.min(index, length);
}

function partOf(buffer, start, end) {
  const { length } = buffer;
  start = clampedIndex(start, length);
  end = end === undefined ? length : clampedIndex(end, length);
  return new FastBuffer(buffer.buffer, buffer.byteOffset + start, end > start ? end - start : 0);
}

// subarray([start[, end]]), and slice, which is the same: a Buffer on the same memory.
prototype.subarray = function subarray(start, end) {
  return partOf(this, start, end);
};

prototype.slice = function slice(start, end) {
  return partOf(this, start, end);
};

function toInteger(value, byDefault) {
  value = +value;
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Math.trunc(value) : byDefault;
}

// copy(target[, targetStart[, sourceStart[, sourceEnd]]]): the number of bytes copied.
prototype.copy = function copy(target, targetStart, sourceStart, sourceEnd) {
  checkBytes(target, 'target');
  targetStart = targetStart === undefined ? 0 : toInteger(targetStart, 0);
  if (targetStart < 0) throw new ERR_OUT_OF_RANGE('targetStart', '>= 0', targetStart);
  sourceStart = sourceStart === undefined ? 0 : toInteger(sourceStart, 0);
  if (sourceStart < 0 || sourceStart > this.length) {
    throw new ERR_OUT_OF_RANGE('sourceStart', `>= 0 && <= ${this.length}`, sourceStart);
  }
  sourceEnd = sourceEnd === undefined ? this.length : toInteger(sourceEnd, 0);
  if (sourceEnd < 0) throw new ERR_OUT_OF_RANGE('sourceEnd', '>= 0', sourceEnd);
  return natives.copy(this, sourceStart, sourceEnd, target, targetStart);
};

// equals(other)
prototype.equals = function equals(otherBuffer) {
  checkBytes(otherBuffer, 'otherBuffer');
  return (
    this === otherBuffer ||
    (this.byteLength === otherBuffer.byteLength &&
      natives.compare(this, 0, this.byteLength, otherBuffer, 0, otherBuffer.byteLength) === 0)
  );
};

function rangeEnd(value, name, byDefault, most) {
  if (value === undefined) return byDefault;
  validateInteger(value, name, 0, most);
  return value;
}

// compare(target[, targetStart[, targetEnd[, sourceStart[, sourceEnd]]]]): -1, 0 or 1.
prototype.compare = function compare(target, targetStart, targetEnd, sourceStart, sourceEnd) {
  checkBytes(target, 'target');
  targetStart = rangeEnd(targetStart, 'targetStart', 0, kMaxLength);
  targetEnd = rangeEnd(targetEnd, 'targetEnd', target.length, target.length);
  sourceStart = rangeEnd(sourceStart, 'sourceStart', 0, kMaxLength);
  sourceEnd = rangeEnd(sourceEnd, 'sourceEnd', this.length, this.length);
  if (sourceStart >= sourceEnd) return targetStart >= targetEnd ? 0 : -1;
  return targetStart >= targetEnd ? 1 : natives.compare(this, sourceStart, sourceEnd, target, targetStart, targetEnd);
};

function find(buffer, value, from, encoding, backwards) {
  if (typeof from === 'string') {
    encoding = from;
    from = undefined;
  }
  from = Math.trunc(+from);
  if (from !== from) from = backwards ? buffer.length : 0;
  let step = 1;
  if (typeof value === 'number') {
    value = new Uint8Array([value]);
  } else if (typeof value === 'string' || isBytes(value)) {
    const number = encoding === undefined ? UTF8 : encodingOf(encoding);
    if (number === UTF16LE) step = 2;
    if (typeof value === 'string') value = fromString(value, number === undefined ? `${encoding}` : encoding);
    if (step === 2 && value.length === 1) return -1;
  } else {
    throw new ERR_INVALID_ARG_TYPE('value', ['number', 'string', 'Buffer', 'Uint8Array'], value);
  }
  if (from < 0) {
    from += buffer.length;
    if (from < 0) {
      if (backwards && value.length > 0) return -1;
      from = 0;
    }
  }
  if (from > buffer.length) from = buffer.length;
  return value.length === 0 ? from : natives.indexOf(buffer, value, from, backwards, step);
}

// indexOf(value[, byteOffset][, encoding]): where a string, bytes or a byte begins; -1: nowhere. Negative offsets count
// from the end.
prototype.indexOf = function indexOf(value, byteOffset, encoding) {
  return find(this, value, byteOffset, encoding, false);
};

prototype.lastIndexOf = function lastIndexOf(value, byteOffset, encoding) {
  return find(this, value, byteOffset, encoding, true);
};

prototype.includes = function includes(value, byteOffset, encoding) {
  return find(this, value, byteOffset, encoding, false) !== -1;
};

function fillBuffer(buffer, value, offset, end, encoding) {
  if (typeof value === 'string') {
    if (offset === undefined || typeof offset === 'string') {
      encoding = offset;
      offset = undefined;
    } else if (typeof end === 'string') {
      encoding = end;
      end = undefined;
    }
    if (encoding !== undefined && typeof encoding !== 'string') {
      throw new ERR_INVALID_ARG_TYPE('encoding', 'string', encoding);
    }
    const bytes = fromString(value, encoding);
    if (value === '') value = 0;
    else if (bytes.length === 0) throw new ERR_INVALID_ARG_VALUE('value', value);
    else value = bytes;
  } else if (isBytes(value)) {
    if (value.length === 0) throw new ERR_INVALID_ARG_VALUE('value', value);
  } else {
    value &= 255;
  }
  if (offset === undefined) {
    offset = 0;
    end = buffer.length;
  } else {
    validateNumber(offset, 'offset', 0, kMaxLength);
    if (end === undefined) end = buffer.length;
    else validateNumber(end, 'end', 0, buffer.length);
  }
  natives.fill(buffer, offset, end, value);
  return buffer;
}

// fill(value[, offset[, end]][, encoding]): value is a byte, or a string or bytes to be repeated. The Buffer itself.
prototype.fill = function fill(value, offset, end, encoding) {
  return fillBuffer(this, value, offset, end, encoding);
};

function swap(buffer, width) {
  if (buffer.length % width !== 0) throw new ERR_INVALID_BUFFER_SIZE(`${8 * width}-bits`);
  natives.swap(buffer, width);
  return buffer;
}

// swap16(), swap32(), swap64(): reverse the bytes of each 2, 4 or 8; the Buffer itself.
prototype.swap16 = function swap16() {
  return swap(this, 2);
};

prototype.swap32 = function swap32() {
  return swap(this, 4);
};

prototype.swap64 = function swap64() {
  return swap(this, 8);
};

// --- Numbers -----------------------------------------------------------------------------------------------

// Throws the error for a place that a number of `width` bytes does not fit at.
function refuseOffset(buffer, offset, width, name = 'offset', least = 0, most = buffer.byteLength - width) {
  validateNumber(offset, name);
  if (Math.floor(offset) !== offset) throw new ERR_OUT_OF_RANGE(name, 'an integer', offset);
  if (most < 0) throw new ERR_BUFFER_OUT_OF_BOUNDS();
  throw new ERR_OUT_OF_RANGE(name, `>= ${least} and <= ${most}`, offset);
}

function refuseValue(value, least, most, bits, suffix) {
  let range = `>= ${least}${suffix} and <= ${most}${suffix}`;
  if (bits > 32 && least) range = `>= -(2${suffix} ** ${bits - 1}${suffix}) and < 2${suffix} ** ${bits - 1}${suffix}`;
  else if (bits > 32) range = `>= 0${suffix} and < 2${suffix} ** ${bits}${suffix}`;
  throw new ERR_OUT_OF_RANGE('value', range, value);
}

function checkValue(value, bits, signed, suffix) {
  const one = suffix ? 1n : 1;
  const two = one + one;
  const power = two ** (suffix ? BigInt(bits - signed) : bits - signed);
  const least = signed ? -power : 0;
  if (value > power - one || value < least) refuseValue(value, least, power - one, bits, suffix);
}

// What the natives of numbers leave over: arguments that are wrong or need conversion.
function unusual(name, first, second) {
  const [, verb, kind, digits] = /^(read|write)(BigUInt|BigInt|UInt|Int|Float|Double)(\d*)/.exec(name);
  const bits = digits ? +digits : kind === 'Float' ? 32 : 64;
  if (!ArrayBuffer.isView(this)) throw new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], this);
  const given = verb === 'read' ? first : second;
  const offset = given === undefined ? 0 : given;
  const fits = Number.isInteger(offset) && offset >= 0 && offset + bits / 8 <= this.byteLength;
  if (verb === 'read') return refuseOffset(this, offset, bits / 8);
  if (bits === 8) validateNumber(offset, 'offset');
  if (kind === 'BigInt' || kind === 'BigUInt') {
    checkValue(first, bits, kind === 'BigInt', 'n');
    if (fits) throw new TypeError('Cannot mix BigInt and other types, use explicit conversions');
    return refuseOffset(this, offset, bits / 8);
  }
  const value = +first;
  if (kind === 'Int' || kind === 'UInt') checkValue(value, bits, kind === 'Int', '');
  if (!fits) return refuseOffset(this, offset, bits / 8);
  return prototype[name].call(this, digits ? value || 0 : value, offset);
}

natives.defineNumbers(prototype, unusual);

function checkWidth(width) {
  if (width === undefined) throw new ERR_INVALID_ARG_TYPE('byteLength', 'number', width);
  if (!Number.isInteger(width) || width < 1 || width > 6) refuseOffset(null, width, 0, 'byteLength', 1, 6);
}

function checkOffset(buffer, offset, width) {
  if (offset === undefined) throw new ERR_INVALID_ARG_TYPE('offset', 'number', offset);
  if (!Number.isInteger(offset) || offset < 0 || offset + width > buffer.length) refuseOffset(buffer, offset, width);
}

function readWhole(buffer, offset, width, bigEndian, signed) {
  if (offset === undefined) throw new ERR_INVALID_ARG_TYPE('offset', 'number', offset);
  checkWidth(width);
  checkOffset(buffer, offset, width);
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + buffer[bigEndian ? offset + i : offset + width - 1 - i];
  return signed && value >= 2 ** (8 * width - 1) ? value - 2 ** (8 * width) : value;
}

function writeWhole(buffer, value, offset, width, bigEndian, signed) {
  checkWidth(width);
  value = +value;
  checkValue(value, 8 * width, signed, '');
  checkOffset(buffer, offset, width);
  let rest = Math.trunc(value) || 0;
  for (let i = 0; i < width; i++) {
    const byte = rest - Math.floor(rest / 256) * 256;
    buffer[bigEndian ? offset + width - 1 - i : offset + i] = byte;
    rest = Math.floor(rest / 256);
  }
  return offset + width;
}

// readUIntLE(offset, byteLength) and so on: integers of 1 to 6 bytes. writeUIntLE(value, offset, byteLength): the place
// behind it.
for (const [order, bigEndian] of [['LE', false], ['BE', true]]) {
  for (const [kind, alias, signed] of [['UInt', 'Uint', false], ['Int', 'Int', true]]) {
    const methods = {
      [`read${kind}${order}`](offset, byteLength) {
        return readWhole(this, offset, byteLength, bigEndian, signed);
      },
      [`write${kind}${order}`](value, offset, byteLength) {
        return writeWhole(this, value, offset, byteLength, bigEndian, signed);
      },
    };
    for (const verb of ['read', 'write']) {
      prototype[verb + kind + order] = methods[verb + kind + order];
      prototype[verb + alias + order] = methods[verb + kind + order];
    }
  }
}

// --- Showing -----------------------------------------------------------------------------------------------

let inspectMaxBytes = 50;

// toJSON(): { type: 'Buffer', data: [bytes] }
prototype.toJSON = function toJSON() {
  return { type: 'Buffer', data: Array.from(this) };
};

prototype[kInspect] = function inspect(depth, options) {
  const shown = natives.decode(HEX, this, 0, Math.min(inspectMaxBytes, this.length)).replace(/..\B/g, '$& ');
  const hidden = this.length - inspectMaxBytes;
  const more = hidden > 0 ? ` ... ${hidden} more byte${hidden > 1 ? 's' : ''}` : '';
  const parts = shown === '' ? [] : [shown + more];
  if (options) {
    for (const key of Object.keys(this).slice(this.length)) {
      parts.push(`${key}: ${require('util').inspect(this[key], { ...options, breakLength: Infinity, compact: true })}`);
    }
  }
  return `<${this.constructor.name} ${parts.join(', ')}>`;
};

prototype.inspect = prototype[kInspect];

for (const [name, get] of [['parent', 'buffer'], ['offset', 'byteOffset']]) {
  Object.defineProperty(prototype, name, {
    get() {
      return this instanceof Buffer ? this[get] : undefined;
    },
    enumerable: true,
  });
}

// --- Functions of the module -------------------------------------------------------------------------------

function checkInput(input) {
  if (!isArrayBuffer(input) && (!ArrayBuffer.isView(input) || input instanceof DataView)) {
    throw new ERR_INVALID_ARG_TYPE('input', ['ArrayBuffer', 'Buffer', 'TypedArray'], input);
  }
  if (input.detached || input.buffer?.detached) {
    throw new ERR_INVALID_STATE('Cannot validate on a detached buffer');
  }
}

// isUtf8(input): whether bytes are well-formed UTF-8.
function isUtf8(input) {
  checkInput(input);
  return natives.isUtf8(input);
}

function isAscii(input) {
  checkInput(input);
  return natives.isAscii(input);
}

const transcodable = [UTF8, UTF16LE, LATIN1, ASCII];

// transcode(source, fromEncoding, toEncoding): between utf8, utf16le, latin1 and ascii; what cannot be written is '?'.
function transcode(source, fromEncoding, toEncoding) {
  if (!isBytes(source)) throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], source);
  if (source.length === 0) return new FastBuffer(0);
  const from = encodingOf(fromEncoding);
  const to = encodingOf(toEncoding);
  if (!transcodable.includes(from) || !transcodable.includes(to)) {
    const code = 'U_ILLEGAL_ARGUMENT_ERROR';
    throw Object.assign(new Error(`Unable to transcode Buffer [${code}]`), { code, errno: 1 });
  }
  let text = natives.decode(from, source, 0, source.length);
  if (to === LATIN1) text = text.replace(/[^\x00-\xff]/gu, '?');
  if (to === ASCII) text = text.replace(/[^\x00-\x7f]/gu, '?');
  return fromString(text, toEncoding);
}

module.exports = {
  Buffer,
  SlowBuffer,
  transcode,
  isUtf8,
  isAscii,
  kMaxLength,
  kStringMaxLength,
  constants: { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength },
};

Object.defineProperties(module.exports, {
  btoa: { get: () => globalThis.btoa, enumerable: true, configurable: true },
  atob: { get: () => globalThis.atob, enumerable: true, configurable: true },
  Blob: { get: () => require('internal/blob').Blob, enumerable: true, configurable: true },
  File: { get: () => require('internal/blob').File, enumerable: true, configurable: true },
  // How many bytes of a Buffer are shown.
  INSPECT_MAX_BYTES: {
    get: () => inspectMaxBytes,
    set(count) {
      validateNumber(count, 'INSPECT_MAX_BYTES', 0);
      inspectMaxBytes = count;
    },
    enumerable: true,
    configurable: true,
  },
});
