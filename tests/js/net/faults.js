// What goes wrong on the network: codes, system calls and addresses of errors; sockets destroyed in every state; peers
// that vanish, close in the middle of a write, or read slowly. Nothing hangs, no descriptor stays open.
const net = require('net');
const fs = require('fs');
const assert = require('assert');
const { once } = require('events');

const descriptors = () => fs.readdirSync('/proc/self/fd').length;
const tick = () => new Promise(setImmediate);
const shape = ({ code, syscall, errno, address, port }) => [code, syscall, errno, address, port];

async function listen(listener = () => {}, options = {}) {
  const server = net.createServer(options, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return [server, server.address().port];
}

async function closed(...all) {
  for (const one of all) {
    if (!one.closed && (one.listening ?? true)) {
      const done = once(one, 'close');
      if (one instanceof net.Server) one.close();
      else one.destroy();
      await done;
    }
  }
}

async function names() {
  const [server, port] = await listen();
  const second = net.createServer().listen(port, '127.0.0.1');
  const [inUse] = await once(second, 'error');
  assert.deepStrictEqual(shape(inUse), ['EADDRINUSE', 'listen', -98, '127.0.0.1', port]);
  assert.strictEqual(second.listening, false);
  second.listen(0, '127.0.0.1'); // the same server may try elsewhere
  await once(second, 'listening');
  await closed(server, second);
  const refused = net.connect(port, '127.0.0.1');
  const hadError = new Promise((resolve) => refused.on('close', resolve));
  assert.deepStrictEqual(shape((await once(refused, 'error'))[0]), ['ECONNREFUSED', 'connect', -111, '127.0.0.1', port]);
  assert.deepStrictEqual([refused.destroyed, refused.connecting, await hadError], [true, false, true]);
  const away = net.createServer().listen(0, '192.0.2.1'); // no address of this machine
  assert.deepStrictEqual(shape((await once(away, 'error'))[0]), ['EADDRNOTAVAIL', 'listen', -99, '192.0.2.1', 0]);
  const broadcast = net.connect(port, '255.255.255.255');
  const [unreachable] = await once(broadcast, 'error');
  assert.strictEqual(unreachable.syscall, 'connect');
  assert.ok(['ENETUNREACH', 'EACCES'].includes(unreachable.code), unreachable.code);
}

// A socket that has written to one that was reset: ECONNRESET or EPIPE, told once, with the callbacks of all writes.
async function reset() {
  let accepted;
  const [server, port] = await listen((socket) => {
    accepted = socket;
    socket.on('error', () => {});
  });
  const client = net.connect(port, '127.0.0.1');
  await Promise.all([once(client, 'connect'), once(server, 'connection')]);
  accepted.resetAndDestroy();
  const outcomes = [];
  const errors = [];
  client.on('error', (error) => errors.push(error));
  const gone = new Promise((resolve) => client.on('close', resolve));
  const chunk = Buffer.alloc(1 << 16);
  for (let i = 0; i < 20; i++) client.write(chunk, (error) => outcomes.push(error?.code));
  await gone;
  await tick();
  assert.strictEqual(errors.length, 1);
  assert.ok(['ECONNRESET', 'EPIPE'].includes(errors[0].code), errors[0].code);
  assert.ok(['read', 'write'].includes(errors[0].syscall) && errors[0].errno < 0, errors[0].syscall);
  assert.strictEqual(outcomes.length, 20);
  await closed(server);
}

// The other end closes while much is still to be written to it.
async function closedInTheMiddle() {
  const [server, port] = await listen((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.destroy());
  });
  const client = net.connect(port, '127.0.0.1');
  let error, told;
  client.on('error', (e) => { error = e; });
  const gone = new Promise((resolve) => client.on('close', resolve));
  client.write(Buffer.alloc(64 << 20), (e) => { told = e; });
  await gone;
  await tick();
  assert.ok(['ECONNRESET', 'EPIPE'].includes(error.code), error.code);
  // Nothing is told of a write that was under way when reading failed first.
  assert.ok(told === null || told.code === error.code, told);
  assert.strictEqual(client.writableLength, 0);
  await closed(server);
}

// Whoever does not read holds the writer back: it waits for 'drain', and only the system's own buffers fill.
async function slowReader() {
  let accepted;
  const [server, port] = await listen((socket) => { accepted = socket; }, { pauseOnConnect: true });
  const client = net.connect(port, '127.0.0.1');
  await Promise.all([once(client, 'connect'), once(server, 'connection')]);
  const chunk = Buffer.alloc(16 << 10, 'x');
  let sent = 0;
  while (client.write(chunk)) sent += chunk.length;
  sent += chunk.length;
  assert.ok(client.writableLength <= client.writableHighWaterMark + chunk.length);
  let received = 0;
  accepted.on('data', (data) => { received += data.length; }).resume();
  await once(client, 'drain');
  assert.strictEqual(client.writableLength, 0);
  client.end();
  await once(accepted, 'end');
  assert.strictEqual(received, sent);
  await closed(server);
}

async function destroyedInEachState() {
  const [server, port] = await listen((socket) => socket.on('error', () => {}).resume());
  const states = {
    'not connected': () => new net.Socket(),
    'connecting': () => net.connect(port, '127.0.0.1'),
    'looking a name up': () => net.connect(port, 'localhost'),
    'connecting, with a write': () => {
      const socket = net.connect(port, '127.0.0.1');
      socket.write('x', (error) => assert.strictEqual(error.code, 'ERR_SOCKET_CLOSED_BEFORE_CONNECTION'));
      return socket;
    },
    'connected': async () => {
      const socket = net.connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    },
    'writing': async () => {
      const socket = net.connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(Buffer.alloc(32 << 20));
      return socket;
    },
    'ended': async () => {
      const socket = net.connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket.end();
    },
    'paused': async () => {
      const socket = net.connect(port, '127.0.0.1');
      await once(socket, 'connect');
      return socket.pause();
    },
  };
  for (const [name, make] of Object.entries(states)) {
    const socket = await make();
    socket.on('error', (error) => assert.fail(`${name}: ${error}`));
    const done = once(socket, 'close');
    assert.strictEqual(socket.destroy(), socket);
    socket.destroy(); // again: nothing
    await done;
    assert.deepStrictEqual([socket.destroyed, socket.readyState, socket.pending], [true, 'closed', true], name);
  }
  await closed(server);
}

// A connection that nobody answers: the queue of a server that does not accept is full, so connecting just waits.
async function connectTimeout() {
  const socket = new net.Socket();
  socket.setTimeout(20);
  const [server, port] = await listen();
  const timeout = once(socket, 'timeout');
  socket.connect({ port, host: 'never.invalid', lookup() {} }); // never calls back
  await timeout;
  assert.strictEqual(socket.connecting, true);
  await closed(socket, server);
}

(async () => {
  await listen().then(([server]) => closed(server)); // what the loop opens for good is open now
  const before = descriptors();
  for (const part of [names, reset, closedInTheMiddle, slowReader, destroyedInEachState, connectTimeout]) {
    await part();
    for (let i = 0; i < 1000 && descriptors() > before; i++) await new Promise((resolve) => setTimeout(resolve, 1));
    assert.ok(descriptors() <= before, `${part.name}: ${descriptors()} descriptors, ${before} before`);
  }
})();
