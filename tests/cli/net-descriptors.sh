# A server whose process runs out of descriptors: connections wait, without a busy loop, and are served when descriptors
# are free again; connecting says EMFILE. Many idle connections cost little memory and no time.
set -e
cat >few.js <<'EOF'
const net = require('net');
const fs = require('fs');
const assert = require('assert');
const { once } = require('events');

const taken = [];
function takeAll() {
  try {
    for (;;) taken.push(fs.openSync('/dev/null'));
  } catch (error) {
    assert.strictEqual(error.code, 'EMFILE');
  }
}

(async () => {
  let full = 0;
  const server = net.createServer((socket) => socket.pipe(socket)).on('error', (error) => {
    assert.deepStrictEqual([error.code, error.syscall, error.errno], ['EMFILE', 'accept', -24]);
    full++;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  takeAll();
  const { port } = server.address();
  const [error] = await once(net.connect(port, '127.0.0.1'), 'error');
  assert.deepStrictEqual([error.code, error.syscall, error.errno], ['EMFILE', 'connect', -24]);

  fs.closeSync(taken.pop()); // one, which the client takes
  const client = net.connect(port, '127.0.0.1');
  client.write('hello');
  await once(client, 'connect');
  const before = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 150000, `busy: ${user + system} us in 300 ms`);
  assert.ok(full >= 1 && full <= 31, `${full} attempts`);

  for (const fd of taken.splice(0)) fs.closeSync(fd);
  const [data] = await once(client, 'data');
  assert.strictEqual(String(data), 'hello');
  client.end();
  await once(client, 'close');
  server.close();
})();
EOF
(ulimit -n 64 && exec "$VM" few.js)

cat >idle.js <<'EOF'
const net = require('net');
const assert = require('assert');
const { once } = require('events');

(async () => {
  const count = 200;
  const server = net.createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open = async () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    await once(client, 'connect');
    return client;
  };
  const clients = [];
  for (let i = 0; i < count / 2; i++) clients.push(await open()); // what is there once for all
  const memory = process.memoryUsage().rss;
  for (let i = 0; i < count / 2; i++) clients.push(await open());
  const each = (process.memoryUsage().rss - memory) / count;
  assert.ok(each < 64 << 10, `${each} bytes for each socket`);
  const before = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 50000, `busy: ${user + system} us in 100 ms`);
  for (const client of clients) client.destroy();
  server.close();
  await once(server, 'close');
})();
EOF
"$VM" idle.js # 200 connections: with both ends of each in one process more could be refused
