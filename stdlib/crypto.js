'use strict';
// node:crypto: random bytes, digests and HMAC. Ciphers, keys, signatures and key derivation are not available.

const { fill, start, update, copy, finish, equal } = native('crypto');
const { ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE, define } = require('internal/errors');
const { validateBoolean, validateFunction, validateNumber, validateObject, validateString } =
  require('internal/validate');

const ERR_CRYPTO_HASH_FINALIZED = define('ERR_CRYPTO_HASH_FINALIZED', Error, 'Digest already called');
const ERR_CRYPTO_INVALID_DIGEST = define('ERR_CRYPTO_INVALID_DIGEST', TypeError, (name) => `Invalid digest: ${name}`);
const ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH = define('ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', RangeError,
                                                   'Input buffers must have the same byte length');

const LARGEST_SIZE = 2 ** 31 - 1;
const LARGEST_RANGE = 2 ** 48 - 1;

function isAnyBuffer(value) {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof SharedArrayBuffer;
}

// Calls back in a later turn, as if another thread had done the work.
function later(callback, ...results) {
  setImmediate(callback, null, ...results);
}

// --- random bytes

// A Buffer of `size` random bytes; with a callback (error, buffer) it comes later.
function randomBytes(size, callback = undefined) {
  validateNumber(size, 'size', 0, LARGEST_SIZE);
  if (callback !== undefined) validateFunction(callback, 'callback');
  const { Buffer } = require('buffer');
  const buffer = Buffer.alloc(Math.trunc(size));
  fill(buffer, 0, buffer.length);
  if (callback === undefined) return buffer;
  later(callback, buffer);
}

// The part [offset, offset + size) of a buffer in bytes; both are given in elements.
function partOf(buffer, offset, size) {
  if (!isAnyBuffer(buffer)) throw new ERR_INVALID_ARG_TYPE('buf', ['ArrayBuffer', 'ArrayBufferView'], buffer);
  const width = buffer.BYTES_PER_ELEMENT ?? 1;
  const length = buffer.byteLength / width;
  validateNumber(offset, 'offset', 0, Math.min(length, LARGEST_SIZE));
  const count = size === undefined ? length - offset : size;
  validateNumber(count, 'size', 0, LARGEST_SIZE);
  if (count + offset > length) throw new ERR_OUT_OF_RANGE('size + offset', `<= ${length}`, count + offset);
  return [Math.trunc(offset) * width, Math.trunc(count) * width];
}

// Fills a part of a buffer, default all of it, and gives it back. offset and size count elements.
function randomFillSync(buffer, offset = 0, size = undefined) {
  const [start, length] = partOf(buffer, offset, size);
  return fill(buffer, start, length);
}

// The same; callback(error, buffer).
function randomFill(buffer, offset, size, callback) {
  if (typeof offset === 'function') return randomFill(buffer, 0, undefined, offset);
  if (typeof size === 'function') return randomFill(buffer, offset, undefined, size);
  validateFunction(callback, 'callback');
  later(callback, randomFillSync(buffer, offset, size));
}

function validateSafeInteger(value, name) {
  if (!Number.isSafeInteger(value)) throw new ERR_INVALID_ARG_TYPE(name, 'a safe integer', value);
}

// A random integer, min <= n < max, all equally likely; max - min at most 2^48 - 1. With a callback (error, n) it
// comes later. min may be left out: 0.
function randomInt(min, max, callback = undefined) {
  if (max === undefined || typeof max === 'function') return randomBelow(0, min, max, 'max');
  return randomBelow(min, max, callback, 'max - min');
}

function randomBelow(min, max, callback, rangeName) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  validateSafeInteger(min, 'min');
  validateSafeInteger(max, 'max');
  if (max <= min) {
    throw new ERR_OUT_OF_RANGE('max', `greater than the value of "min" (${min})`, max);
  }
  const range = max - min;
  if (range > LARGEST_RANGE) {
    throw new ERR_OUT_OF_RANGE(rangeName, `<= ${LARGEST_RANGE}`, range);
  }
  const words = new Uint32Array(2);
  const limit = 2 ** 48 - 2 ** 48 % range; // numbers from here on would favor small results
  let random;
  do {
    fill(words, 0, 8);
    random = words[0] + (words[1] & 0xffff) * 2 ** 32;
  } while (random >= limit);
  const result = min + random % range;
  if (callback === undefined) return result;
  setImmediate(callback, undefined, result);
}

// A random UUID (RFC 9562, version 4) as text. options: { disableEntropyCache }, without effect: there is none.
function randomUUID(options = undefined) {
  if (options !== undefined) validateObject(options, 'options');
  if (options?.disableEntropyCache !== undefined) {
    validateBoolean(options.disableEntropyCache, 'options.disableEntropyCache');
  }
  return require('internal/webcrypto').randomUUID();
}

function getRandomValues(array) {
  return require('internal/webcrypto').getRandomValues(array);
}

// --- digests

// The bytes of a string or buffer; strings in UTF-8 stay what they are.
function dataOf(data, encoding, name, expected) {
  if (typeof data === 'string') {
    if (encoding === undefined || encoding === 'utf8' || encoding === 'utf-8' || encoding === 'buffer') return data;
    return require('buffer').Buffer.from(data, encoding);
  }
  if (!ArrayBuffer.isView(data)) throw new ERR_INVALID_ARG_TYPE(name, expected, data);
  return data;
}

const dataTypes = ['string', 'Buffer', 'TypedArray', 'DataView'];

// A digest (Uint8Array) as text in an encoding, or as a Buffer.
function encodeDigest(bytes, encoding) {
  if (encoding === 'hex') return bytes.toHex();
  if (encoding === 'base64') return bytes.toBase64();
  if (encoding === 'base64url') return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
  const { Buffer } = require('buffer');
  const buffer = Buffer.from(bytes.buffer);
  return Buffer.isEncoding(encoding) ? buffer.toString(encoding) : buffer;
}

function refuseOptions(options) {
  if (options !== undefined && options !== null) validateObject(options, 'options');
}

class HashState {
  #state;

  constructor(state) {
    this.#state = state;
  }

  // Appends a string, by default as UTF-8, or a buffer view to the message.
  update(data, inputEncoding = undefined) {
    const bytes = dataOf(data, inputEncoding, 'data', dataTypes);
    if (this.#state === undefined) throw new ERR_CRYPTO_HASH_FINALIZED();
    update(this.#state, bytes);
    return this;
  }

  // The digest as a Buffer, or as text in an encoding; once.
  digest(outputEncoding = undefined) {
    if (this.#state === undefined) throw new ERR_CRYPTO_HASH_FINALIZED();
    const bytes = finish(this.#state);
    this.#state = undefined;
    return encodeDigest(bytes, outputEncoding);
  }

  static stateOf(hash) {
    if (hash.#state === undefined) throw new ERR_CRYPTO_HASH_FINALIZED();
    return hash.#state;
  }
}

class Hash extends HashState {
  constructor(algorithm, options = undefined) {
    validateString(algorithm, 'algorithm');
    refuseOptions(options);
    const state = start(algorithm);
    if (state === undefined) throw new Error('Digest method not supported');
    super(state);
  }

  // Another Hash with the message so far.
  copy() {
    const state = copy(HashState.stateOf(this));
    return Reflect.construct(HashState, [state], Hash);
  }
}

class Hmac extends HashState {
  constructor(algorithm, key, options = undefined) {
    validateString(algorithm, 'hmac');
    refuseOptions(options);
    let bytes = key;
    if (typeof key === 'string') bytes = new (require('internal/encoding').TextEncoder)().encode(key);
    else if (!isAnyBuffer(key)) {
      throw new ERR_INVALID_ARG_TYPE('key', ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject',
                                             'CryptoKey'], key);
    }
    const state = start(algorithm, bytes);
    if (state === undefined) throw new ERR_CRYPTO_INVALID_DIGEST(algorithm);
    super(state);
  }
}

// algorithm: 'md5', 'sha1', 'sha224', 'sha256', 'sha384' or 'sha512'. Use: createHash(name).update(data).digest('hex').
function createHash(algorithm, options = undefined) {
  return new Hash(algorithm, options);
}

// The same with a key: a string (UTF-8) or a buffer.
function createHmac(algorithm, key, options = undefined) {
  return new Hmac(algorithm, key, options);
}

// The digest of one string or buffer as text, default hex.
function hash(algorithm, data, outputEncoding = 'hex') {
  return createHash(algorithm).update(data).digest(outputEncoding);
}

function getHashes() {
  return ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'];
}

// 1 in FIPS mode, which there is not.
function getFips() {
  return 0;
}

// Whether two buffers of the same length are equal, in a time that does not depend on their bytes.
function timingSafeEqual(buf1, buf2) {
  if (!isAnyBuffer(buf1)) throw new ERR_INVALID_ARG_TYPE('buf1', ['ArrayBuffer', ...dataTypes.slice(1)], buf1);
  if (!isAnyBuffer(buf2)) throw new ERR_INVALID_ARG_TYPE('buf2', ['ArrayBuffer', ...dataTypes.slice(1)], buf2);
  if (buf1.byteLength !== buf2.byteLength) throw new ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
  return equal(buf1, buf2);
}

module.exports = {
  Hash,
  Hmac,
  createHash,
  createHmac,
  getFips,
  getHashes,
  getRandomValues,
  hash,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
  timingSafeEqual,
  get webcrypto() {
    return require('internal/webcrypto').crypto;
  },
  get subtle() {
    return require('internal/webcrypto').crypto.subtle;
  },
};

Object.assign(module.exports, require('internal/unavailable')('crypto', [
  'Certificate', 'Cipher', 'Cipheriv', 'Decipher', 'Decipheriv', 'DiffieHellman', 'DiffieHellmanGroup', 'ECDH',
  'KeyObject', 'Sign', 'Verify', 'X509Certificate', 'checkPrime', 'checkPrimeSync', 'createCipheriv',
  'createDecipheriv', 'createDiffieHellman', 'createDiffieHellmanGroup', 'createECDH', 'createPrivateKey',
  'createPublicKey', 'createSecretKey', 'createSign', 'createVerify', 'diffieHellman', 'generateKey',
  'generateKeyPair', 'generateKeyPairSync', 'generateKeySync', 'generatePrime', 'generatePrimeSync',
  'getCipherInfo', 'getCiphers', 'getCurves', 'getDiffieHellman', 'hkdf', 'hkdfSync', 'pbkdf2', 'pbkdf2Sync',
  'privateDecrypt', 'privateEncrypt', 'publicDecrypt', 'publicEncrypt', 'scrypt', 'scryptSync', 'secureHeapUsed',
  'setEngine', 'setFips', 'sign', 'verify',
]));
