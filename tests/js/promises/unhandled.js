// A rejection that nobody has handled when the queue is empty ends the program.
setTimeout(() => console.log('never reached'), 1000);
const late = Promise.reject(new Error('handled in time'));
queueMicrotask(() => late.catch(() => console.log('handled'))); // expect: handled
Promise.reject(new RangeError('nobody cares')); // expect-error: RangeError: nobody cares
