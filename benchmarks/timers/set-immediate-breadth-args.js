'use strict';
// Many immediates at once, with one, two or three arguments.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [5e6] });

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
    if (i % 3 === 0) setImmediate(three, 512, true, null);
    else if (i % 2 === 0) setImmediate(two, 512, true);
    else setImmediate(one, 0);
  }
}
