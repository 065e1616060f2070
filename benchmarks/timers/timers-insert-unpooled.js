'use strict';
// Timeouts of different delays, each earlier than those before (start) or later (end); only the setting counts.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { direction: ['start', 'end'], n: [1e6] });

function main({ direction, n }) {
  const timers = new Array(n).fill(null);
  bench.start();
  if (direction === 'start') {
    for (let i = 0; i < n; i++) timers[i] = setTimeout(unreachable, 2e7 - i);
  } else {
    for (let i = 0; i < n; i++) timers[i] = setTimeout(unreachable, 1e7 + i);
  }
  bench.end(n);
  for (let i = 0; i < n; i++) clearTimeout(timers[i]);
}

function unreachable() {
  throw new Error('a cleared timer fired');
}
