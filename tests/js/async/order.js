// The order of continuations: one pass through the queue per await of a native promise.
const log = [];
const p = Promise.resolve();
(async () => { log.push('a1'); await null; log.push('a2'); await p; log.push('a3'); })();
p.then(() => log.push('t1')).then(() => log.push('t2')).then(() => log.push('t3'));
queueMicrotask(() => log.push('q'));
(async () => { try { await Promise.reject(1); } catch { log.push('caught'); } finally { log.push('f'); } })();
log.push('sync');
setTimeout(() => console.log(log.join())); // expect: a1,sync,a2,t1,q,caught,f,a3,t2,t3
