// B8: at the top level of an ES module, which is a job itself, microtasks come before ticks.
const log = ['cb'];
process.nextTick(() => log.push('t1'));
queueMicrotask(() => {
  log.push('m1');
  process.nextTick(() => log.push('t2'));
});
Promise.resolve().then(() => log.push('m2')).then(() => log.push('m3'));
setImmediate(() => console.log(log.join())); // expect: cb,m1,m2,m3,t1,t2
