// Delays that are no delay: a warning each time for those that are too long, one for negative ones, one for NaN.
process.removeAllListeners('warning');
process.on('warning', (warning) => console.log(warning.name, warning.message.replace('\n', ' | ')));
const timers = [-1, -2, NaN, 'x', 2 ** 31, 2 ** 31, 0, 0.5, undefined, '3', null].map((ms) => setTimeout(() => {}, ms));
timers.push(setInterval(() => {}, -3));
for (const timer of timers) timer.close();

const fired = setTimeout(() => console.log(fired._destroyed, pending._destroyed), 1);
const pending = setInterval(() => {}, 1e5).unref();
console.log(fired._destroyed, timers[0]._destroyed); // expect: false true
const other = {};
console.log(pending.ref.call(other) === other, pending.unref.call(other) === other); // expect: true true
// expect: TimeoutNegativeWarning -1 is a negative number. | Timeout duration was set to 1.
// expect: TimeoutNaNWarning NaN is not a number. | Timeout duration was set to 1.
// expect: TimeoutOverflowWarning 2147483648 does not fit into a 32-bit signed integer. | Timeout duration was set to 1.
// expect: TimeoutOverflowWarning 2147483648 does not fit into a 32-bit signed integer. | Timeout duration was set to 1.
// expect: true false
