// B8: where next-ticks and microtasks run, from every kind of callback. Each row queues t(ick), m(icrotask) in this order
// and from a microtask another tick; what is expected holds for Node too.
const assert = require('assert');
const events = require('events');
const fs = require('fs');
const net = require('net');

const rows = [];
function work(log) {
  log.push('cb');
  process.nextTick(() => {
    log.push('t1');
    process.nextTick(() => log.push('t2'));
    queueMicrotask(() => log.push('m3'));
  });
  queueMicrotask(() => {
    log.push('m1');
    process.nextTick(() => log.push('t3'));
    queueMicrotask(() => log.push('m2'));
  });
  log.push('end');
}
const loop = 'cb,end,t1,t2,m1,m3,m2,t3';         // all ticks, then all microtasks, again
const continuation = 'cb,end,m1,m2,t1,t3,t2,m3'; // the microtasks that run are finished first
const inTick = 'cb,end,t1,t2,m1,m3,m2,t3';       // the ticks that run are finished first

const row = (name, expected, start) => rows.push({ name, expected, start });
row('CommonJS top level', loop, (run) => run());
row('timeout', loop, (run) => setTimeout(run, 1));
row('interval', loop, (run) => {
  const beat = setInterval(() => {
    clearInterval(beat);
    run();
  }, 1);
});
row('immediate', loop, (run) => setImmediate(run));
row('tick', inTick, (run) => process.nextTick(run));
row('microtask', continuation, (run) => queueMicrotask(run));
row('promise handler', continuation, (run) => Promise.resolve().then(run));
row('after await', continuation, async (run) => {
  await null;
  run();
});
row('after await of a timer', continuation, async (run) => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  run();
});
row('emitted event in a timeout', loop, (run) => setTimeout(() => new events().on('x', run).emit('x'), 1));
row('callback of fs', loop, (run) => fs.stat(__filename, run));
row('connection', loop, (run) => {
  const server = net.createServer((socket) => {
    run();
    socket.destroy();
    server.close();
  }).listen(0, () => net.connect(server.address().port).on('error', () => {}));
});

(async () => {
  for (const { name, expected, start } of rows.slice(1)) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const log = [];
    await new Promise((resolve) => {
      start(() => {
        work(log);
        setImmediate(resolve);
      });
    });
    assert.strictEqual(log.join(), expected, name);
  }
})();
const top = [];
rows[0].start(() => work(top));
setImmediate(() => assert.strictEqual(top.join(), rows[0].expected, rows[0].name));
process.on('exit', () => console.log(rows.length, 'rows')); // expect: 12 rows
