// Callbacks of one turn: the script, then next-ticks, microtasks, timers, immediates.
setTimeout(() => console.log('timeout'), 1);
setTimeout(() => {
    setImmediate(() => console.log('immediate')); // expect: script
    process.nextTick(() => console.log('tick')); // expect: timeout
    Promise.resolve().then(() => console.log('microtask')); // expect: tick
    setTimeout(() => console.log('late'), 2); // expect: microtask
}, 2); // expect: immediate
console.log('script'); // expect: late
