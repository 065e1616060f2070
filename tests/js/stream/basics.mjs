// Streams: the order of events, back-pressure, decoding, errors and destruction, iteration, pipelines, operators.
import stream, { Readable, Writable, Duplex, Transform, PassThrough, finished } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';

const sink = (list, options) => new Writable({ objectMode: true, write(chunk, _, done) { list.push(chunk); done(); }, ...options });
const closed = (s) => new Promise((resolve) => s.on('close', resolve));

// Events of a readable and a writable, in order.
const events = [];
const log = (s, ...names) => names.forEach((name) => s.on(name, (x) => events.push(x === undefined ? name : `${name} ${x}`)));
const r = new Readable({ read() { this.push('ab'); this.push('c'); this.push(null); } });
log(r, 'data', 'end', 'close');
await closed(r);
console.log(events.splice(0).join()); // expect: data ab,data c,end,close
const w = new Writable({ write(chunk, _, done) { events.push(`write ${chunk}`); setImmediate(done); }, final(done) { events.push('final'); done(); } });
log(w, 'finish', 'close');
w.write('x', () => events.push('written'));
w.end('y', () => events.push('ended'));
await closed(w);
console.log(events.splice(0).join()); // expect: write x,write y,written,final,ended,finish,close

// Back-pressure: a full writable says so, and drains.
const slow = new Writable({ highWaterMark: 3, write(chunk, _, done) { setImmediate(done); } });
console.log(slow.write('ab'), slow.write('c'), slow.writableLength, slow.writableNeedDrain); // expect: true false 3 true
await new Promise((resolve) => slow.once('drain', resolve));
console.log(slow.writableLength, slow.writableNeedDrain); // expect: 0 false

// Characters are never cut, with setEncoding and with consumers.
const bytes = Buffer.from('héllo €');
const halves = () => Readable.from([...bytes].map((b) => Buffer.from([b])), { objectMode: false });
console.log((await halves().setEncoding('utf8').toArray()).join(''), await text(halves())); // expect: héllo € héllo €

// Errors: told once, then close; whoever comes later learns of it.
const bad = new Readable({ read() { this.destroy(new Error('broken')); } });
log(bad, 'error', 'close');
bad.resume();
await closed(bad);
console.log(events.splice(0).join(), bad.errored.message, bad.destroyed); // expect: error Error: broken,close broken true
await new Promise((resolve) => finished(bad, (error) => { console.log('finished', error.message); resolve(); })); // expect: finished broken
console.log(await pipeline(Readable.from([1]), async function* (source) { for await (const _ of source) throw new Error('inside'); }, sink([]))
    .catch((error) => error.message)); // expect: inside

// Iteration: early exit destroys.
const many = Readable.from([1, 2, 3]);
for await (const value of many) if (value === 2) break;
console.log(many.destroyed); // expect: true

// Pipelines of all kinds of parts; the value of the last function.
const list = [];
await pipeline(['a', 'b'], new Transform({ objectMode: true, transform(c, _, done) { done(null, c.toUpperCase()); } }), sink(list));
console.log(list.join(''), await pipeline(Readable.from('xyz'), async (source) => (await source[Symbol.asyncIterator]().next()).value)); // expect: AB xyz

// Operators.
console.log(await Readable.from([1, 2, 3, 4]).filter((x) => x % 2).map((x) => x * 10, { concurrency: 2 }).toArray(), await Readable.from([1, 2, 3]).reduce((a, b) => a + b)); // expect: [ 10, 30 ] 6
console.log(await Readable.from([1, 2, 3, 4]).drop(1).take(2).toArray(), await Readable.from([1, 2]).some((x) => x > 1)); // expect: [ 2, 3 ] true

// Duplex.from and compose.
const doubled = Duplex.from(async function* (source) { for await (const chunk of source) yield chunk + chunk; });
doubled.end('ab');
console.log((await doubled.toArray()).join()); // expect: abab
console.log(await text(Readable.from(['q']).compose(async function* (source) { for await (const c of source) yield `<${c}>`; }))); // expect: <q>

// Constructors work without new and by inheritance of old.
function Old() { Readable.call(this, { objectMode: true }); }
Object.setPrototypeOf(Old.prototype, Readable.prototype);
Old.prototype._read = function () { this.push('old'); this.push(null); };
console.log(await new Old().toArray(), PassThrough() instanceof Writable, new Duplex() instanceof stream); // expect: [ 'old' ] true true
