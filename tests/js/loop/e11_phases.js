// E11: the phases of a turn: timers that were due at its start, completions, immediates; none starves another.
const fs = require('fs');
const net = require('net');
const wait = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };

// In a callback of I/O the immediate comes before a timeout that is due by then.
const server = net.createServer((socket) => {
  const log = [];
  setTimeout(() => {
    log.push('timeout');
    console.log(log.join()); // expect: immediate,timeout
    socket.destroy();
    server.close(busy);
  }, 1);
  wait(5);
  setImmediate(() => log.push('immediate'));
}).listen(0, () => net.connect(server.address().port).on('error', () => {}));

// Immediates, timeouts of the least delay, and messages of a socket, all queued again and again: each goes on.
function busy() {
  const counts = { immediates: 0, timeouts: 0, messages: 0 };
  let going = true;
  const again = () => {
    counts.immediates++;
    if (going) setImmediate(again);
  };
  const beat = setInterval(() => { counts.timeouts++; }, 1);
  const echo = net.createServer((socket) => socket.pipe(socket)).listen(0, () => {
    const client = net.connect(echo.address().port, () => client.write('x'));
    client.on('data', () => {
      counts.messages++;
      if (going) client.write('x');
      else client.end();
    });
  });
  again();
  const end = setInterval(() => {
    if (Object.values(counts).some((count) => count < 20)) return;
    going = false;
    clearInterval(beat);
    clearInterval(end);
    echo.close(() => console.log('all went on')); // expect: all went on
  }, 5);
}
