'use strict';
// Timeouts of one delay; only the firing counts, from the first to the last.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [1e7] });

function main({ n }) {
  let left = n;
  const fire = () => {
    if (left === n) bench.start();
    if (--left === 0) bench.end(n);
  };
  for (let i = 0; i < n; i++) setTimeout(fire, 1);
}
