// Local addresses, bytes that wait, descriptors, reading into given memory, pausing, modes of Unix sockets, rejections.
const net = require('net');
const fs = require('fs');
const path = require('path');
const { once } = require('events');

const listen = async (server, ...args) => {
  server.listen(...args);
  await once(server, 'listening');
  return server.address();
};
const thrown = (fn) => {
  try {
    return fn();
  } catch (error) {
    return error.code;
  }
};

(async () => {
  const server = net.createServer((socket) => socket.end(`${socket.remotePort}`));
  const { port } = await listen(server, 0, '127.0.0.1');
  const other = net.createServer();
  const taken = (await listen(other, 0, '127.0.0.1')).port;
  other.close();
  await once(other, 'close');
  const bound = net.connect({ host: '127.0.0.1', port, localAddress: '127.0.0.1', localPort: taken });
  console.log(Number((await once(bound, 'data'))[0]) === taken); // expect: true
  const refused = net.connect({ host: '127.0.0.1', port: taken, localAddress: '127.0.0.1', localPort: port });
  console.log((await once(refused, 'error'))[0].code); // expect: EADDRINUSE
  console.log(thrown(() => net.connect({ port, localAddress: 'x' })), thrown(() => net.connect({ port, localPort: 'x' })),
              thrown(() => net.connect({ port, host: [1] })), thrown(() => net.connect({ port, hints: 7 })),
              thrown(() => net.connect({ port, autoSelectFamily: 1 })));
  // expect: ERR_INVALID_IP_ADDRESS ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_TYPE ERR_INVALID_ARG_VALUE ERR_INVALID_ARG_TYPE
  console.log(net.isIP('fe80::1%eth0'), net.isIP('fe80::1%eth0@1')); // expect: 6 0

  const early = net.connect(port, '127.0.0.1');
  early.write('abc');
  early.write('é');
  console.log(early.bytesWritten, early.bufferSize, early.connecting, early.pending); // expect: 5 4 true true
  early.resume();
  await once(early, 'close');

  // A descriptor that cannot listen says so.
  const file = fs.openSync(__filename);
  const wrong = net.createServer().listen({ fd: file });
  console.log((await once(wrong, 'error'))[0].code, wrong.listening); // expect: ENOTSOCK false
  fs.closeSync(file);

  // Reading into given memory, paused meanwhile: nothing is lost.
  const source = net.createServer((socket) => socket.end('hello world'));
  const memory = Buffer.alloc(4);
  let text = '';
  let paused = false;
  const reader = net.connect({
    port: (await listen(source, 0)).port,
    onread: {
      buffer: memory,
      callback(length, buffer) {
        if (paused || buffer !== memory) console.log('called while paused');
        text += buffer.toString('latin1', 0, length);
        paused = true;
        this.pause();
        setTimeout(() => {
          paused = false;
          this.resume();
        }, 1);
      },
    },
  });
  await once(reader, 'end');
  console.log(text); // expect: hello world
  source.close();

  // Sockets that begin paused; a rejected listener; closing while a name is looked up.
  const quiet = net.createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('data', () => console.log('not paused'));
    console.log(socket.isPaused()); // expect: true
    setTimeout(() => socket.destroy(), 5);
  });
  const client = net.connect((await listen(quiet, 0)).port);
  client.on('error', () => {}).write('x'); // a reset: the other end did not read
  await new Promise((resolve) => client.on('close', resolve));
  quiet.close();
  require('events').captureRejections = true;
  const rejecting = net.createServer(async (socket) => {
    socket.on('error', (error) => console.log(error.message)); // expect: rejected
    rejecting.close();
    throw new Error('rejected');
  });
  net.connect((await listen(rejecting, 0)).port).on('error', () => {});
  await once(rejecting, 'close');
  const never = net.createServer().on('listening', () => console.log('listens'));
  never.listen(0, 'localhost').close();

  const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'sockets-'));
  const open = net.createServer();
  await listen(open, { path: path.join(folder, 'socket'), readableAll: true, writableAll: true });
  console.log((fs.statSync(path.join(folder, 'socket')).mode & 0o666).toString(8)); // expect: 666
  open.close();
  fs.rmSync(folder, { recursive: true });
  server.close();
})().catch((error) => console.log('failed', error));
