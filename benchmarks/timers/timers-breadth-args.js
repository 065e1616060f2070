'use strict';
// Many timeouts of one delay with one, two or three arguments: set, and fired.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [1e6] });

function main({ n }) {
  let left = n;
  const one = (a) => {
    if (--left === 0) bench.end(n);
  };
  const two = (a, b) => {
    if (--left === 0) bench.end(n);
  };
  const three = (a, b, c) => {
    if (--left === 0) bench.end(n);
  };
  bench.start();
  for (let i = 0; i < n; i++) {
    if (i % 3 === 0) setTimeout(three, 1, 512, true, null);
    else if (i % 2 === 0) setTimeout(two, 1, 512, true);
    else setTimeout(one, 1, 0);
  }
}
