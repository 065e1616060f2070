// A hundred megabytes through a chain of streams (a generator, a transform, a socket, its echo, a transform, a sink):
// every byte arrives, and little waits on the way.
const net = require('net');
const assert = require('assert');
const { createHash } = require('crypto');
const { Readable, Transform, Writable } = require('stream');
const { pipeline } = require('stream/promises');
const { once } = require('events');

const piece = Buffer.alloc(1 << 16);
const pieces = 1600;
const sent = createHash('sha256');
const received = createHash('sha256');
let bytes = 0;
let most = 0;

function* source() {
  for (let i = 0; i < pieces; i++) {
    for (let at = 0; at < piece.length; at += 4096) piece.writeUInt32LE((i * 2654435761 + at) >>> 0, at);
    sent.update(piece);
    yield Buffer.from(piece);
  }
}
const through = () => new Transform({
  transform(chunk, encoding, done) {
    if (chunk.length % 3) setImmediate(done, null, chunk);
    else done(null, chunk);
  },
});

(async () => {
  const server = net.createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = net.connect(server.address().port, '127.0.0.1');
  const first = through();
  await Promise.all([
    pipeline(Readable.from(source(), { objectMode: false }), first, socket),
    pipeline(socket, through(), new Writable({
      write(chunk, encoding, done) {
        received.update(chunk);
        bytes += chunk.length;
        most = Math.max(most, socket.writableLength + first.readableLength + first.writableLength);
        done();
      },
    })),
  ]);
  assert.strictEqual(bytes, pieces * piece.length);
  assert.strictEqual(received.digest('hex'), sent.digest('hex'));
  assert.ok(most <= 1 << 20, `${most} bytes waited`);
  server.close();
})();
