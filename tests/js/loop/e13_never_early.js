// E13: of 10 000 timers none fires before its delay has passed, fractions of a millisecond included, however they are
// set: one after the other, or many in one turn.
'use strict';
const delays = [0.25, 1, 5, 16];
let seen = 0;

function measure(delay, rounds) {
  const begin = process.hrtime.bigint();
  setTimeout(() => {
    const passed = Number(process.hrtime.bigint() - begin);
    // A delay below 1 is 1.
    if (passed < Math.max(delay, 1) * 1e6) throw new Error(`${delay} ms: fired after ${passed} ns`);
    seen++;
    if (rounds > 1) measure(delay, rounds - 1);
  }, delay);
}
for (const delay of delays) {
  for (let lane = 0; lane < 250; lane++) measure(delay + (delay > 1 ? (lane % 10) / 10 : 0), 10);
}

process.on('exit', () => {
  if (seen !== 10000) throw new Error(`${seen} timers`);
});
