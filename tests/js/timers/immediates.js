// Immediates run in order, once per turn; nested ones in the next turn; clearing within the batch works.
const log = [];
const a = setImmediate(() => { log.push('a'); setImmediate(() => log.push('nested')); clearImmediate(c); queueMicrotask(() => log.push('micro')); });
setImmediate((...args) => log.push('b' + args.length), 1, 2, 3);
const c = setImmediate(() => log.push('c'));
setImmediate(() => log.push('d'));
setTimeout(() => console.log(log.join()), 20); // expect: a,micro,b3,d,nested
