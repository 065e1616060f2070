'use strict';
// Operations on a small file, which the system has in memory: what the way to a thread and back costs.
//
// readFile is of 1 KiB. `at_once` operations are under way together; 1: each is awaited before the next begins.

const { createBenchmark } = require('../common.js');
const fs = require('fs');
const os = require('os');
const path = require('path');

const bench = createBenchmark(main, { operation: ['readFile', 'stat'], at_once: [1, 100], n: [10000] });

async function main({ operation, at_once, n }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'small-files-'));
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, Buffer.alloc(1024, 'x'));
  const act = fs.promises[operation];
  for (let i = 0; i < 200; i++) await act(file);
  bench.start();
  for (let done = 0; done < n; done += at_once) {
    const all = [];
    for (let i = 0; i < at_once; i++) all.push(act(file));
    await Promise.all(all);
  }
  bench.end(n);
  fs.rmSync(folder, { recursive: true });
}
