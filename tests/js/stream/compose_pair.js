// compose, duplexPair, marks of pipes, what callbacks and _write get.
const { Duplex, PassThrough, Readable, Transform, Writable, compose, duplexPair, pipeline } = require('stream');

const list = [];
const chain = compose(new Transform({ transform(chunk, _, done) { done(null, `${chunk}`.toUpperCase()); } }),
  async function* (source) { for await (const chunk of source) yield `<${chunk}>`; },
  new Writable({ write(chunk, _, done) { setTimeout(() => { list.push(`${chunk}`); done(); }, 1); } }));
chain.end('text').on('finish', () => console.log(list.join()));
const nothing = compose((async function* () { yield 'x'; })(), async (source) => { for await (const x of source) list.push(x); });
console.log(nothing.readable, nothing.writable); // expect: false false
for (const wrong of [[new Writable(), new PassThrough()], []]) {
  try { compose(...wrong); } catch (error) { console.log(error.code); }
}
// expect: ERR_INVALID_ARG_VALUE
// expect: ERR_MISSING_ARGS

const [one, other] = duplexPair();
one.on('data', (chunk) => console.log('got', `${chunk}`)).on('end', () => console.log('end'));
other.write('');
other.end('hello');

for (const Half of [Readable, Writable]) {
  try { new Half({ defaultEncoding: 'unheard of' }); } catch (error) { console.log(error.message); }
}
// expect: Unknown encoding: unheard of
// expect: Unknown encoding: unheard of
const decoded = new Readable({ read() {}, encoding: 'utf16le', objectMode: true });
decoded.push(Buffer.from('abc', 'utf16le'));
console.log(decoded.read()); // expect: abc
const objects = new Writable({ objectMode: true, write(chunk, encoding, done) { console.log(encoding); done(); } });
objects.write({}); // expect: undefined
objects.end((error) => console.log(error));

const target = new Writable({ write() { throw new Error('thrown in write'); } });
target.on('error', (error) => console.log(error.message));
Readable.from(['x'], { objectMode: false }).pipe(target);

console.log(require('_stream_duplex') === Duplex); // expect: true
// expect: got hello
// expect: null
// expect: thrown in write
// expect: end
// expect: x,<TEXT>
