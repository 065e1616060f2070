'use strict';
// Many immediates at once; until the last has run.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [1e7] });

function main({ n }) {
  let left = n;
  const count = () => {
    if (--left === 0) bench.end(n);
  };
  bench.start();
  for (let i = 0; i < n; i++) setImmediate(count);
}
