'use strict';
// Memory over 10^6 calls through hooks: vm benchmarks/hooks/memory.js. Resident MiB after each 100 000.

const { collect, hooks } = require('vm:hooks');

const fn = hooks(async (data) => data, [collect({ before: [() => {}, async () => {}], after: [() => {}] })]);

(async () => {
  for (let i = 1; i <= 1e6; i++) {
    await fn(i);
    if (i % 1e5 === 0) console.log(i, (process.memoryUsage().rss / 2 ** 20).toFixed(1));
  }
})();
