// Binary formats: protobufjs, MessagePack, CBOR, pako, fflate, jszip.
const pb = require('protobufjs'),
  mp = require('@msgpack/msgpack'),
  mpl = require('msgpack-lite'),
  cbor = require('cbor'),
  pako = require('pako'),
  fflate = require('fflate'),
  JSZip = require('jszip');
const { createHash } = require('crypto');
const hash = (b) => createHash('sha256').update(b).digest('hex').slice(0, 16);
const root = pb.parse(
  'syntax = "proto3"; package p; message M { int32 a = 1; repeated string s = 2; map<string, N> m = 3; oneof o { bytes b = 4; double d = 5; } E e = 6; sint64 z = 7; enum E { X = 0; Y = 1; } message N { bool v = 1; fixed64 f = 2; } repeated uint32 packed = 8; }',
).root;
const M = root.lookupType('p.M');
const msg = {
  a: -5,
  s: ['x', 'ü☺'],
  m: { k: { v: true, f: 12345 } },
  b: Buffer.from([1, 2, 3]),
  e: 1,
  z: -123456789,
  packed: [1, 300, 70000],
};
console.log(M.verify(msg), M.verify({ a: 'x' }));
const enc = M.encode(M.create(msg)).finish();
console.log(
  Buffer.from(enc).toString('hex'),
  JSON.stringify(M.toObject(M.decode(enc), { longs: String, enums: String, bytes: String })),
  Object.keys(root.nested),
);
try {
  M.decode(Buffer.from([255, 255]));
} catch (e) {
  console.log(e.name, e.message);
}
const v = {
  a: [1, -1, 2 ** 40, 1.5, null, true],
  s: 'ü'.repeat(40),
  b: new Uint8Array([1, 2]),
  d: new Date(1e12),
  n: { m: {} },
};
console.log(
  Buffer.from(mp.encode(v)).toString('hex'),
  mp.decode(mp.encode(v)),
  mpl.encode({ a: [1, 'x', 1.5] }),
  mpl.decode(mpl.encode({ q: { w: [null] } })),
);
console.log(
  cbor
    .encode({ a: 1n << 70n, d: new Date(0), m: new Map([[1, 2]]), u: undefined, f: 1.1, s: new Set([1]), r: /x/g })
    .toString('hex'),
  cbor.decodeAllSync(cbor.encode(1, [2, 'x'])),
  cbor.diagnose ? 'd' : '',
);
cbor.decodeFirst(Buffer.from('a16161820102', 'hex')).then((x) => console.log(x));
const text = Buffer.from(Array.from({ length: 30000 }, (_, i) => `line ${(i * 7919) % 1000} ${i % 13}\n`).join(''));
for (const level of [1, 6, 9]) {
  const d = pako.deflate(text, { level }),
    g = fflate.zlibSync(text, { level });
  console.log(
    level,
    d.length,
    hash(d),
    g.length,
    hash(g),
    hash(pako.inflate(g)),
    hash(fflate.unzlibSync(d)),
    pako.ungzip(pako.gzip('héllo'), { to: 'string' }),
  );
}
try {
  pako.inflate(new Uint8Array([1, 2, 3]));
} catch (e) {
  console.log(String(e));
}
console.log(
  hash(fflate.gzipSync(text, { mtime: 0 })),
  Object.keys(fflate.unzipSync(fflate.zipSync({ 'a.txt': fflate.strToU8('A'), d: { 'b.txt': text } }))),
  fflate.strFromU8(fflate.decompressSync(fflate.deflateSync(fflate.strToU8('zzz')))),
);
const zip = new JSZip();
zip
  .file('a.txt', 'hello', { date: new Date(0) })
  .file('f/', null, { dir: true, date: new Date(0) })
  .file('f/b.bin', text, { createFolders: false, date: new Date(0) });
zip
  .generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
  .then(async (b) => {
    console.log(b.length, hash(b));
    const z = await JSZip.loadAsync(b);
    console.log(
      Object.keys(z.files),
      await z.file('a.txt').async('string'),
      hash(await z.file('f/b.bin').async('uint8array')),
    );
    z.generateNodeStream({ streamFiles: true })
      .on('data', (c) => (n += c.length))
      .on('end', () => console.log('streamed', n));
    let n = 0;
  })
  .catch((e) => console.log('E', e));
