'use strict';
// setImmediate: one after the other (depth), many at once (breadth), with 0, 1 or 4 arguments; set and cleared.

const { createBenchmark } = require('../common.js');

const bench = createBenchmark(main, {
  type: ['depth', 'depth1', 'breadth', 'breadth1', 'breadth4', 'clear'],
  n: [5e6],
});

function main({ type, n }) {
  let left = n;
  const count = () => {
    if (--left === 0) bench.end(n);
  };
  const hop = () => {
    if (--left === 0) bench.end(n);
    else setImmediate(hop);
  };
  const hop1 = (argument) => {
    if (--left === 0) bench.end(n);
    else setImmediate(hop1, argument);
  };
  bench.start();
  switch (type) {
    case 'depth':
      setImmediate(hop);
      break;
    case 'depth1':
      setImmediate(hop1, 1);
      break;
    case 'breadth':
      for (let i = 0; i < n; i++) setImmediate(count);
      break;
    case 'breadth1':
      for (let i = 0; i < n; i++) setImmediate(count, 1);
      break;
    case 'breadth4':
      for (let i = 0; i < n; i++) setImmediate(count, 1, 2, 3, 4);
      break;
    case 'clear':
      for (let i = 0; i < n; i++) clearImmediate(setImmediate(count));
      bench.end(n);
      break;
    default:
      throw new Error(`no such type: ${type}`);
  }
}
