// Connections that come and go leave nothing, neither descriptors nor memory.
// flags: --test262
const { getBuiltinModule } = process;
const net = getBuiltinModule('net');
const fs = getBuiltinModule('fs');
const assert = getBuiltinModule('assert');
const { once } = getBuiltinModule('events');
const { gc } = $262;

const total = Number(process.argv[2] ?? 2000);
const together = 20;

const descriptors = () => fs.readdirSync('/proc/self/fd').length;

// Each client sends a line and reads it back.
function connection(port) {
  return new Promise((resolve, reject) => {
    const client = net.connect(port, '127.0.0.1');
    let got = '';
    client.on('data', (data) => { got += data; });
    client.on('error', reject);
    client.on('close', () => got === 'hello' ? resolve() : reject(new Error(`got ${got}`)));
    client.end('hello');
  });
}

async function connections(port, count) {
  for (let done = 0; done < count; done += together) {
    await Promise.all(Array.from({ length: together }, () => connection(port)));
  }
  // The other ends may still be closing.
  for (let i = 0; i < 1000 && server._connections > 0; i++) await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise(setImmediate);
}

const server = net.createServer((socket) => socket.pipe(socket));
(async () => {
  const { statistics } = await import('vm:statistics');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await connections(port, 1000);
  gc();
  const before = { descriptors: descriptors(), bytes: statistics().usedBytes };
  await connections(port, total);
  await new Promise((resolve) => setTimeout(resolve, 1));
  gc();
  const after = { descriptors: descriptors(), bytes: statistics().usedBytes };
  if (process.argv[2]) console.log(before, after);
  assert.ok(after.descriptors <= before.descriptors, `${after.descriptors} descriptors, ${before.descriptors} before`);
  assert.ok(after.bytes < before.bytes + (1 << 20), `${after.bytes} bytes, ${before.bytes} before`);
  server.close();
})();
