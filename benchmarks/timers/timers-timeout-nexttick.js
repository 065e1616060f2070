'use strict';
// Timeouts that are due together, each with a next-tick behind it; only the firing counts.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [5e4, 5e6] });

function main({ n }) {
  let left = n;
  const tick = () => {
    if (--left === 0) bench.end(n);
  };
  const fire = () => {
    if (left === n) bench.start();
    process.nextTick(tick);
  };
  for (let i = 0; i < n; i++) setTimeout(fire, 1);
}
