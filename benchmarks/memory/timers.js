'use strict';
// What pending timers take, and whether setting and clearing one depends on how many there are:
//
//     vm benchmarks/memory/timers.js [pending ...]
//
// For each number of pending timers (10^4 and 10^7): nanoseconds for setting and for clearing one more, on top of those
// (the best of 20 rounds), and the resident bytes of each pending one. Runs in Node and Bun too.

const { resourceUsage, memoryUsage } = process;
const counts = process.argv.slice(2).map(Number);
const ROUNDS = 20;
const MORE = 10000;

const nothing = () => {};
const nanoseconds = (from) => Number(process.hrtime.bigint() - from);

function measure(pending) {
  const before = memoryUsage().rss;
  const begin = process.hrtime.bigint();
  let first;
  for (let i = 0; i < pending; i++) {
    const timer = setTimeout(nothing, 1e8 + i % 1000);
    first ??= timer;
  }
  const filling = nanoseconds(begin) / pending;
  const bytes = (memoryUsage().rss - before) / pending;
  const more = new Array(MORE).fill(first);
  let setting = Infinity;
  let clearing = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < MORE; i++) more[i] = setTimeout(nothing, 1e8 + i % 1000);
    setting = Math.min(setting, nanoseconds(start) / MORE);
    const middle = process.hrtime.bigint();
    for (let i = 0; i < MORE; i++) clearTimeout(more[i]);
    clearing = Math.min(clearing, nanoseconds(middle) / MORE);
  }
  console.log(`pending=${pending}: ${filling.toFixed(1)} ns each to get there, then setting ${setting.toFixed(1)} ns, ` +
    `clearing ${clearing.toFixed(1)} ns; ${bytes.toFixed(0)} bytes each`);
}

for (const pending of counts.length ? counts : [1e4, 1e7]) measure(pending);
console.log(`peak ${(resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);
process.exit();
