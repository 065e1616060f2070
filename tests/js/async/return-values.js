// What an async function's promise settles to, and how many passes a returned promise costs.
const log = [];
(async () => 1)().then(v => log.push('value'));
(async () => Promise.resolve(2))().then(v => log.push('promise'));
(async () => await Promise.resolve(3))().then(v => log.push('awaited'));
(async () => ({ then(r) { r(4); } }))().then(v => log.push('thenable ' + v));
let q = Promise.resolve();
for (let i = 1; i <= 5; i++) q = q.then(() => log.push(i));
setTimeout(() => console.log(log.join())); // expect: value,1,awaited,thenable 4,2,promise,3,4,5
