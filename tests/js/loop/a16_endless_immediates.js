// A16, A12: immediates that queue themselves without end delay neither timers nor I/O; ten thousand in one turn all run.
const net = require('net');
let spins = 0;
let going = true;
(function again() {
  spins++;
  if (going) setImmediate(again);
})();
let ran = 0;
for (let i = 0; i < 10000; i++) setImmediate(() => ran++);
setImmediate(() => console.log(ran)); // expect: 10000

let beats = 0;
const heart = setInterval(() => beats++, 1);
const server = net.createServer((socket) => socket.end('answer')).listen(0, () => {
  net.connect(server.address().port).on('data', (chunk) => console.log(String(chunk))).on('close', () => { // expect: answer
    setTimeout(() => {
      going = false;
      clearInterval(heart);
      server.close();
      console.log(beats > 3, spins > beats); // expect: true true
    }, 20);
  });
});
