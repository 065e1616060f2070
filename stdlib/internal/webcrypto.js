'use strict';
// The global `crypto` (W3C Web Cryptography): random values and digests. The other operations of `crypto.subtle` reject
// with a NotSupportedError DOMException.

const { fill, uuid, start, update, finish } = native('crypto');
const { describeInterface } = require('internal/interface');
const {
  ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_MISSING_ARGS,
} = require('internal/errors');

const QUOTA = 65536;
let allowed = false;

function exception(message, name) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, name);
}

const integerArrays = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array',
                       'Uint32Array', 'BigInt64Array', 'BigUint64Array'];
const typeName = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

// A random UUID (RFC 9562, version 4) as text.
function randomUUID() {
  return uuid();
}

// Fills an integer typed array of at most 65536 bytes; gives it back. TypeMismatchError and QuotaExceededError
// DOMExceptions.
function getRandomValues(array) {
  if (!ArrayBuffer.isView(array) || !integerArrays.includes(typeName.call(array))) {
    throw exception('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
  }
  if (array.byteLength > QUOTA) throw exception('The requested length exceeds 65,536 bytes', 'QuotaExceededError');
  return fill(array, 0, array.byteLength);
}

class Crypto {
  #subtle;

  constructor() {
    if (!allowed) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  get subtle() {
    if (!(#subtle in this)) throw new ERR_INVALID_THIS('Crypto');
    if (this.#subtle === undefined) {
      allowed = true;
      this.#subtle = new SubtleCrypto();
      allowed = false;
    }
    return this.#subtle;
  }

  getRandomValues(array) {
    if (!(#subtle in this)) throw new ERR_INVALID_THIS('Crypto');
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('array');
    return getRandomValues(array);
  }

  randomUUID() {
    if (!(#subtle in this)) throw new ERR_INVALID_THIS('Crypto');
    return uuid();
  }
}

class SubtleCrypto {
  #brand;

  constructor() {
    if (!allowed) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  // A promise of the ArrayBuffer with the digest of a buffer. algorithm: 'SHA-1', 'SHA-256', 'SHA-384', 'SHA-512', or
  // an object with that as its name.
  async digest(algorithm, data) {
    if (!(#brand in this)) throw new ERR_INVALID_THIS('SubtleCrypto');
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('algorithm', 'data');
    if (!ArrayBuffer.isView(data) && !(data instanceof ArrayBuffer)) {
      throw new ERR_INVALID_ARG_TYPE('data', ['ArrayBuffer', 'TypedArray', 'DataView'], data);
    }
    const name = `${typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm}`;
    const hash = /^sha-(1|256|384|512)$/i.test(name) ? start(name) : undefined;
    if (hash === undefined) throw exception('Unrecognized algorithm name', 'NotSupportedError');
    update(hash, data);
    return finish(hash).buffer;
  }
}

const unsupported = {
  encrypt: 3, decrypt: 3, sign: 3, verify: 4, generateKey: 3, deriveKey: 5, deriveBits: 3, importKey: 5, exportKey: 2,
  wrapKey: 4, unwrapKey: 7,
};
for (const name of Object.keys(unsupported)) {
  const method = {
    async [name]() {
      throw exception(`crypto.subtle.${name} is not available`, 'NotSupportedError');
    },
  }[name];
  Object.defineProperty(method, 'length', { value: unsupported[name], configurable: true });
  Object.defineProperty(SubtleCrypto.prototype, name, { value: method, writable: true, configurable: true });
}
for (const Class of [Crypto, SubtleCrypto]) describeInterface(Class);

allowed = true;
const crypto = new Crypto();
allowed = false;

module.exports = { Crypto, SubtleCrypto, crypto, getRandomValues, randomUUID };
