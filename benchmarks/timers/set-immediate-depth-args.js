'use strict';
// Immediates one after the other, with one, two or three arguments.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [5e6] });

function main({ n }) {
  const next = (left) => {
    if (left === 0) bench.end(n);
    else if (left % 3 === 0) setImmediate(three, left, true, null);
    else if (left % 2 === 0) setImmediate(two, left, true);
    else setImmediate(one, left);
  };
  const one = (left) => next(left - 1);
  const two = (left, b) => next(left - 1);
  const three = (left, b, c) => next(left - 1);
  bench.start();
  next(n);
}
