'use strict';
// Runs the loop's benchmarks: vm benchmarks/run.js [folder or file ...] [name=value ...] [--cpu] [--csv]
//
//     vm benchmarks/run.js timers                       every workload of benchmarks/timers
//     vm benchmarks/run.js timers/immediate.js n=1e5    one file, with another n
//
// The workloads run one after the other in this process. Figures to be compared come from a process for each:
// compare.js does that.

const fs = require('fs');
const path = require('path');

const words = process.argv.slice(2);
const selected = words.filter((w) => !w.startsWith('--') && !/^\w+=/.test(w));
const rest = words.filter((w) => !selected.includes(w));

const files = (selected.length ? selected : ['timers']).flatMap((name) => {
  const place = path.join(__dirname, name);
  if (!fs.statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [place];
  return fs.readdirSync(place).filter((f) => f.endsWith('.js')).sort().map((f) => path.join(place, f));
});

// A file looks at process.argv for its name and options, and begins in a microtask. The next one is started when
// nothing is left to do.
function next() {
  const file = files.shift();
  if (file === undefined) return;
  process.argv = [process.argv[0], file, ...rest];
  delete require.cache[require.resolve('./common.js')];
  require(file);
  setImmediate(() => {}); // the loop goes on, and asks again when it is idle
}

process.on('beforeExit', next);
