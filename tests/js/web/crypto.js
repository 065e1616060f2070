// Random values, and digests against published test vectors.
const crypto = require('crypto');
function check(condition, text) { if (!condition) throw new Error(text); }
function fails(make, name, code) {
  try { make(); } catch (error) { check(error.name === name && error.code === code, `${error.name} ${error.code} ${error} in ${make}`); return; }
  throw new Error(`no error in ${make}`);
}

// --- digests: RFC 1321, FIPS 180, RFC 2202, RFC 4231
const alphabet = 'abcdefghijklmnopqrstuvwxyz', quick = 'The quick brown fox jumps over the lazy dog';
const vectors = [
  ['md5', '', 'd41d8cd98f00b204e9800998ecf8427e'], ['md5', 'abc', '900150983cd24fb0d6963f7d28e17f72'], ['md5', alphabet, 'c3fcd3d76192e4007dfb496cca67e13b'],
  ['md5', '1234567890'.repeat(8), '57edf4a22be3c955ac49da2e2107b67a'],
  ['sha1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'], ['sha1', quick, '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12'], ['sha1', '', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
  ['sha224', 'abc', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
  ['sha256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'], ['sha256', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['sha256', 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
  ['sha384', 'abc', 'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7'],
  ['sha512', 'abc', 'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f'],
  ['sha1', 'a'.repeat(1e6), '34aa973cd4c4daa4f61eeb2bdbad27316534016f'], ['sha256', 'a'.repeat(1e6), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
];
for (const [name, text, digest] of vectors) {
  for (const spelled of [name, name.toUpperCase(), name.replace('sha', 'sha-'), `RSA-${name.toUpperCase()}`]) check(crypto.createHash(spelled).update(text).digest('hex') === digest, `${spelled} of ${text.slice(0, 20)}`);
  const pieces = crypto.createHash(name);
  for (let at = 0, step = 1; at < text.length; at += step, step = step * 3 % 1000 + 1) check(pieces.update(text.slice(at, at + step)) === pieces, 'chain');
  check(pieces.digest('hex') === digest, `${name} in pieces`);
}
const key = String.fromCharCode(...Array(20).fill(0x0b));
check(crypto.createHmac('sha256', key).update('Hi There').digest('hex') === 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7', 'hmac sha256');
check(crypto.createHmac('sha512', 'Jefe').update('what do ya want for nothing?').digest('hex') === '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737', 'hmac sha512');
check(crypto.createHmac('md5', 'Jefe').update('what do ya want for nothing?').digest('hex') === '750c783e6ab0b503eaa86e310a5db738', 'hmac md5');
check(crypto.createHmac('sha1', new Uint8Array(80).fill(0xaa)).update('Test Using Larger Than Block-Size Key - Hash Key First').digest('base64') === 'qkrl4VJy0A6VcFY3zoo7Ve1AIRI=', 'long key');
check(crypto.createHash('sha1').update('h\u00e9\u20ac').digest('base64url') === crypto.createHash('sha1').update(new TextEncoder().encode('h\u00e9\u20ac')).digest('base64url'), 'strings are UTF-8');
const half = crypto.createHash('sha256').update('a');
const copied = half.copy();
check(half.update('bc').digest('hex') === vectors[8][2] && copied.update('bc').digest('hex') === vectors[8][2], 'copy');
check(crypto.hash('sha1', 'abc') === vectors[4][2] && crypto.createHash('md5') instanceof crypto.Hash, 'hash');
fails(() => crypto.createHash('nope'), 'Error', undefined);
fails(() => crypto.createHash(), 'TypeError', 'ERR_INVALID_ARG_TYPE');
fails(() => crypto.createHmac('nope', 'k'), 'TypeError', 'ERR_CRYPTO_INVALID_DIGEST');
fails(() => crypto.createHmac('sha1'), 'TypeError', 'ERR_INVALID_ARG_TYPE');
fails(() => crypto.createHash('md5').update(5), 'TypeError', 'ERR_INVALID_ARG_TYPE');
const done = crypto.createHash('md5');
done.digest('hex');
fails(() => done.digest('hex'), 'Error', 'ERR_CRYPTO_HASH_FINALIZED');
fails(() => done.update('a'), 'Error', 'ERR_CRYPTO_HASH_FINALIZED');
fails(() => done.copy(), 'Error', 'ERR_CRYPTO_HASH_FINALIZED');

check(Buffer.isBuffer(crypto.createHash('md5').digest()) && crypto.createHash('md5').digest().toString('hex') === vectors[0][2], 'buffers');
check(Buffer.from(crypto.createHash('md5').digest('latin1'), 'latin1').toString('hex') === vectors[0][2], 'latin1');
check(crypto.createHash('md5').update('616263', 'hex').digest('hex') === vectors[1][2] && crypto.createHash('md5').update(Buffer.from('abc')).digest('base64') === 'kAFQmDzST7DWlj99KOF/cg==', 'encodings');
check(crypto.createHash('md5').update(new DataView(new Uint8Array([0, 97, 98, 99]).buffer, 1)).digest('hex') === vectors[1][2], 'views');

// --- random values
const differs = (make) => check(make() !== make(), `${make} gives the same twice`);
differs(() => crypto.randomUUID());
differs(() => crypto.randomBytes(16).toString('hex'));
check(Buffer.isBuffer(crypto.randomBytes(5)) && crypto.randomBytes(5).length === 5 && crypto.randomBytes(0).length === 0, 'randomBytes');
differs(() => globalThis.crypto.getRandomValues(new Uint32Array(4)).join());
differs(() => crypto.randomFillSync(new Uint8Array(16)).join());
const uuids = Array.from({ length: 200 }, () => crypto.randomUUID());
check(uuids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) && new Set(uuids).size === 200, 'uuid');
const filled = crypto.randomFillSync(new Uint16Array(100), 10, 80);
check(filled.slice(0, 10).every((n) => n === 0) && filled.slice(90).every((n) => n === 0) && filled.slice(10, 90).some((n) => n > 255), 'a part');
check(crypto.randomFillSync(new ArrayBuffer(4)).byteLength === 4, 'array buffers');
for (const Type of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array]) {
  const array = new Type(64);
  check(globalThis.crypto.getRandomValues(array) === array && array.some((n) => n != 0), Type.name);
}
check(globalThis.crypto.getRandomValues(new Uint8Array(65536)).length === 65536, 'quota');
fails(() => globalThis.crypto.getRandomValues(new Uint8Array(65537)), 'QuotaExceededError', 22);
for (const bad of [new Float32Array(4), new Float64Array(1), new DataView(new ArrayBuffer(4)), 5]) fails(() => globalThis.crypto.getRandomValues(bad), 'TypeMismatchError', 17);
const seen = new Set();
for (let i = 0; i < 500; i++) { const n = crypto.randomInt(-3, 4); check(Number.isInteger(n) && n >= -3 && n < 4, 'range'); seen.add(n); }
check(seen.size === 7 && crypto.randomInt(1) === 0 && crypto.randomInt(2 ** 48 - 1) >= 0, 'randomInt');
fails(() => crypto.randomInt(0), 'RangeError', 'ERR_OUT_OF_RANGE');
fails(() => crypto.randomInt(2 ** 48), 'RangeError', 'ERR_OUT_OF_RANGE');
fails(() => crypto.randomInt(1.5), 'TypeError', 'ERR_INVALID_ARG_TYPE');
fails(() => crypto.randomBytes(-1), 'RangeError', 'ERR_OUT_OF_RANGE');
fails(() => crypto.randomBytes('5'), 'TypeError', 'ERR_INVALID_ARG_TYPE');
fails(() => crypto.randomBytes(5, 5), 'TypeError', 'ERR_INVALID_ARG_TYPE');
fails(() => crypto.randomFillSync('a'), 'TypeError', 'ERR_INVALID_ARG_TYPE');
fails(() => crypto.randomFillSync(new Uint8Array(4), 2, 5), 'RangeError', 'ERR_OUT_OF_RANGE');
fails(() => crypto.randomUUID(5), 'TypeError', 'ERR_INVALID_ARG_TYPE');
check(crypto.timingSafeEqual(new Uint8Array([1, 2]), new Uint8Array([1, 2])) && !crypto.timingSafeEqual(new Uint8Array([1, 2]), new Uint8Array([1, 3])), 'timingSafeEqual');
fails(() => crypto.timingSafeEqual(new Uint8Array(1), new Uint8Array(2)), 'RangeError', 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH');
check(crypto.webcrypto === globalThis.crypto && crypto.subtle === crypto.webcrypto.subtle && globalThis.crypto instanceof Crypto, 'webcrypto');
crypto.randomInt(5, (error, n) => console.log('callback', error, n < 5));
console.log('synchronous'); // expect: synchronous
crypto.randomBytes(3, (error, bytes) => setTimeout(() => console.log('bytes', error, bytes.length), 10));
crypto.subtle.digest('SHA-256', new TextEncoder().encode('abc')).then((digest) => { // expect: callback undefined true
  const hex = [...new Uint8Array(digest)].map((b) => b.toString(16).padStart(2, '0')).join('');
  setTimeout(() => console.log(digest instanceof ArrayBuffer && hex === vectors[8][2]), 20); // expect: bytes null 3
});
crypto.subtle.digest('nope', new Uint8Array(1)).catch((error) => setTimeout(() => console.log(error.name, error instanceof DOMException), 30)); // expect: true
// expect: NotSupportedError true
