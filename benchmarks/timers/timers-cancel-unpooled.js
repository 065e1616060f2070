'use strict';
// Timeouts of different delays, cleared from the earliest on (start) or from the last back (end).

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { direction: ['start', 'end'], n: [1e6] });

function main({ direction, n }) {
  const timers = new Array(n);
  for (let i = 0; i < n; i++) timers[i] = setTimeout(unreachable, 1e7 + i);
  bench.start();
  if (direction === 'start') {
    for (let i = 0; i < n; i++) clearTimeout(timers[i]);
  } else {
    for (let i = n - 1; i >= 0; i--) clearTimeout(timers[i]);
  }
  bench.end(n);
}

function unreachable() {
  throw new Error('a cleared timer fired');
}
