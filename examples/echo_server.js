// A TCP server that gives back what it gets, and ends well: at SIGTERM it takes no new connections, finishes what it
// holds, and says goodbye. Run it, and `nc 127.0.0.1 PORT`.
import { createServer } from 'node:net';
import { pipeline } from 'node:stream';

const sockets = new Set();
const server = createServer((socket) => {
  sockets.add(socket);
  pipeline(socket, socket, (error) => {
    sockets.delete(socket);
    if (error) console.error(`${error.code}: ${error.message}`);
  });
});

server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => console.log(server.address().port));

process.once('SIGTERM', () => {
  server.close(() => console.log('goodbye'));
  for (const socket of sockets) socket.end(); // what was written before is sent
});
