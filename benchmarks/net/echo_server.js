// The server of benchmarks/net/echo: gives back what comes. Prints its port; SIGTERM makes it print the CPU time it has
// used since SIGUSR2 (in microseconds) and end.
const net = require('node:net');

let before = process.cpuUsage();
const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('data', (chunk) => socket.write(chunk));
  socket.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.on('SIGUSR2', () => { before = process.cpuUsage(); });
process.on('SIGTERM', () => {
  const { user, system } = process.cpuUsage(before);
  console.log(user + system);
  process.exit();
});
