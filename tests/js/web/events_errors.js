// Errors of listeners are uncaught errors of the next tick; the other listeners and the dispatcher go on.
const target = new EventTarget();
process.on('uncaughtException', (error) => console.log('uncaught', error instanceof Error ? error.message : error));
target.addEventListener('x', () => { throw new Error('first'); });
target.addEventListener('x', () => console.log('second')); // expect: second
target.addEventListener('x', async () => { throw 'a rejection'; });
target.addEventListener('x', { handleEvent: 5 });
console.log(target.dispatchEvent(new Event('x'))); // expect: true

// A passive listener cannot prevent the default.
target.addEventListener('y', (event) => { event.preventDefault(); console.log(event.defaultPrevented); }, { passive: true }); // expect: false
console.log(target.dispatchEvent(new Event('y', { cancelable: true }))); // expect: true
// expect: uncaught first
// expect: uncaught The "handleEvent" argument must be of type function. Received type number (5)
// expect: uncaught a rejection
