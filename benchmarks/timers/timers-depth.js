'use strict';
// Timeouts of a millisecond one after the other: what a wait costs.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [1000] });

function main({ n }) {
  let left = n;
  const hop = () => {
    if (--left === 0) bench.end(n);
    else setTimeout(hop, 1);
  };
  bench.start();
  setTimeout(hop, 1);
}
