// Promise.withResolvers and Promise.try.
const { promise, resolve } = Promise.withResolvers();
promise.then(v => console.log(v)); // expect: r
resolve('r');
const r = Promise.withResolvers();
r.promise.catch(e => console.log(e)); // expect: j
r.reject('j');
Promise.try((a, b) => a + b, 1, 2).then(v => console.log(v)); // expect: 3
Promise.try(() => { throw new Error('sync'); }).catch(e => console.log(e.message)); // expect: sync
