'use strict';
// Many timeouts of one delay: set, and fired.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [5e6] });

function main({ n }) {
  let left = n;
  const count = () => {
    if (--left === 0) bench.end(n);
  };
  bench.start();
  for (let i = 0; i < n; i++) setTimeout(count, 1);
}
