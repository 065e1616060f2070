// timers/promises: values, order, abort, refs, the interval's iterator, scheduler, promisify's hook.
import * as promises from 'node:timers/promises';
import timers from 'node:timers';

console.log(await promises.setTimeout(2, 'timeout'), await promises.setImmediate('immediate')); // expect: timeout immediate
console.log(timers.promises === promises.default); // expect: true

const order = [];
await Promise.all([promises.setTimeout(8).then(() => order.push('8')), promises.setTimeout(2).then(() => order.push('2')),
                   promises.setImmediate().then(() => order.push('immediate'))]);
console.log(order.join()); // expect: immediate,2,8

let beats = 0;
for await (const value of promises.setInterval(1, 'beat')) if (++beats === 3) { console.log(value, beats); break; } // expect: beat 3

const controller = new AbortController();
setTimeout(() => controller.abort('reason'), 2);
const failures = await Promise.allSettled([
    promises.setTimeout(60000, 0, {signal: controller.signal}),
    (async () => { for await (const _ of promises.setInterval(60000, 0, {signal: controller.signal})); })(),
    promises.setImmediate(0, {signal: AbortSignal.abort()}),
]);
for (const {reason} of failures) console.log(reason.name, reason.code, reason.cause?.name ?? reason.cause);
// expect: AbortError ABORT_ERR reason
// expect: AbortError ABORT_ERR reason
// expect: AbortError ABORT_ERR AbortError

for (const bad of [() => promises.setTimeout('1'), () => promises.setTimeout(1, 1, 5), () => promises.setImmediate(1, {signal: 1}),
                   () => promises.setImmediate(1, {ref: 1})]) {
    console.log(await bad().catch((error) => error.code)); // expect: ERR_INVALID_ARG_TYPE
} // expect: ERR_INVALID_ARG_TYPE
// expect: ERR_INVALID_ARG_TYPE
// expect: ERR_INVALID_ARG_TYPE

await promises.scheduler.wait(1);
await promises.scheduler.yield();
const custom = Symbol.for('nodejs.util.promisify.custom');
console.log(setTimeout[custom] === promises.setTimeout, setImmediate[custom] === promises.setImmediate, setInterval[custom]); // expect: true true undefined
try { new promises.scheduler.constructor(); } catch (error) { console.log(error.code); } // expect: ERR_ILLEGAL_CONSTRUCTOR
promises.setTimeout(60000, 0, {ref: false}); // does not keep the program alive
