// All next-ticks, then all microtasks, again until both are empty, after each callback.
try { queueMicrotask(5); } catch (e) { console.log(e.name, e.code); } // expect: TypeError ERR_INVALID_ARG_TYPE
setTimeout(() => {
    const log = [];
    Promise.resolve().then(() => { log.push('m1'); process.nextTick(() => log.push('t3')); }).then(() => log.push('m3'));
    process.nextTick((x) => { log.push('t1' + x); process.nextTick(() => log.push('t2')); queueMicrotask(() => log.push('m2')); }, '!');
    setImmediate(() => console.log(log.join())); // expect: t1!,t2,m1,m2,m3,t3
}, 1);
