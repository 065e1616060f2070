// Stopping to read and starting again at once, while a read is waiting: nothing is lost and nothing fails.
const net = require('net');

const text = [];
const server = net.createServer((connection) => {
  connection.on('data', () => connection.end('answer')); // asked for below
}).listen(0, '127.0.0.1', () => {
  const client = net.connect({
    port: server.address().port,
    host: '127.0.0.1',
    onread: { buffer: Buffer.alloc(64), callback: (count, bytes) => { text.push(bytes.toString('latin1', 0, count)); } },
  });
  client.on('error', (error) => console.log('error', error.code));
  client.on('close', () => {
    console.log('got', text.join(''));
    server.close();
  });
  client.on('connect', () => setImmediate(() => {
    client.pause();
    client.resume();
    setImmediate(() => client.write('question'));
  }));
});
// expect: got answer
