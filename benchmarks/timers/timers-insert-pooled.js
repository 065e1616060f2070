'use strict';
// Timeouts of one delay; only the setting counts.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [5e6] });

function main({ n }) {
  const timers = new Array(n).fill(null);
  bench.start();
  for (let i = 0; i < n; i++) timers[i] = setTimeout(unreachable, 1e7);
  bench.end(n);
  for (let i = 0; i < n; i++) clearTimeout(timers[i]);
}

function unreachable() {
  throw new Error('a cleared timer fired');
}
