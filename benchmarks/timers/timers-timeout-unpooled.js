'use strict';
// Timeouts of many delays, all due when the loop comes to them; only the firing counts.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, { n: [1e6] });

function main({ n }) {
  let left = n;
  const fire = () => {
    if (left === n) bench.start();
    if (--left === 0) bench.end(n);
  };
  let longest = 0;
  for (let i = 0; i < n; i++) {
    const delay = 1 + i % 1000;
    if (delay > longest) longest = delay;
    setTimeout(fire, delay);
  }
  const until = Date.now() + longest + 5;
  while (Date.now() < until);
}
