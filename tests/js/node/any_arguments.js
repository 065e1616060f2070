// Whatever functions of buffer, path, events, string_decoder and fs are given, they work or throw an Error.
let seed = 12345;
const random = (n) => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return (seed >> 8) % n;
};
const fs = require('fs'), path = require('path'), events = require('events');
const { StringDecoder } = require('string_decoder');

const detached = new ArrayBuffer(8), onDetached = Buffer.from(detached);
structuredClone(detached, { transfer: [detached] });
const shrunk = new ArrayBuffer(8, { maxByteLength: 16 }), onShrunk = Buffer.from(shrunk);
shrunk.resize?.(2);
const onShared = Buffer.from(new SharedArrayBuffer(16));
const values = [undefined, null, 0, 1, -1, 3, 1.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 53, '', 'a', 'utf8', 'hex', 'base64', 'ucs2',
  'héllo€😀', '\ud800', 'x'.repeat(1000), true, {}, [], [1, 2, 3], () => 0, Symbol('s'), 5n, Buffer.from('hello'), new Uint8Array(4), new Uint16Array(3),
  new DataView(new ArrayBuffer(5)), new ArrayBuffer(6), onDetached, onShrunk, onShared, { length: 3 }, { length: -1 }, { length: 2 ** 40 }, new Map(),
  { get length() { throw new Error('getter'); } }, { toString() { throw new Error('toString'); } }, Object.create(null), new Proxy({}, {}), class {}];
const any = () => values[random(values.length)];

const functions = [];
const add = (owner, name, self) => {
  const f = Object.getOwnPropertyDescriptor(owner, name)?.value;
  if (typeof f === 'function' && name !== 'constructor') functions.push([name, f, self]);
};
for (const name of ['from', 'of', 'byteLength', 'compare', 'concat', 'isEncoding', 'copyBytesFrom']) add(Buffer, name, () => Buffer);
const receivers = [Buffer.from('some bytes here'), onDetached, onShrunk, onShared, Buffer.alloc(0)];
for (const name of Object.getOwnPropertyNames(Buffer.prototype)) add(Buffer.prototype, name, () => (random(3) ? receivers[random(5)] : any()));
for (const notation of [path.posix, path.win32]) for (const name in notation) add(notation, name, () => notation);
for (const name of Object.getOwnPropertyNames(events.prototype)) add(events.prototype, name, () => (random(4) ? new events() : any()));
for (const name of ['write', 'end']) add(StringDecoder.prototype, name, () => new StringDecoder(['utf8', 'ucs2', 'base64', 'hex'][random(4)]));
const fd = fs.openSync('/dev/null', 'r+');
for (const name of ['readSync', 'writeSync', 'readvSync', 'writevSync']) functions.push([name, (first, ...rest) => fs[name](fd, ...rest), () => fs]);
for (const name of ['statSync', 'lstatSync', 'readlinkSync', 'readdirSync', 'existsSync', 'accessSync', 'realpathSync', 'opendirSync']) add(fs, name, () => fs);

const huge = values.findIndex((value) => Object.getOwnPropertyDescriptor(Object(value), 'length')?.value === 2 ** 40);
let worked = 0, refused = 0;
for (let i = 0; i < 20000; i++) {
  const [name, f, self] = functions[random(functions.length)];
  const args = Array.from({ length: random(5) }, any);
  if (name === 'concat' && args[1] > 1e6) continue; // would be made
  if (args.some((value) => value === values[huge])) continue;
  try {
    f.apply(self(), args);
    worked++;
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'InternalError') throw error;
    refused++;
  }
}
if (worked < 2000 || refused < 2000) throw new Error(`worked ${worked}, refused ${refused}`);
