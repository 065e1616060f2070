'use strict';
// What a call through hooks costs: <runtime> benchmarks/hooks/dispatch.js <module> [--csv]
//
// Runs unchanged in vm and Node; the module is vm:hooks, or the path of @feathersjs/hooks. Each row is a list of 10 or 50
// regular hooks, synchronous or asynchronous (mixed: those at index 0 and 5), as before-, after- or error-hooks of an
// async function: CPU milliseconds of 30 000 awaited calls, after 5 000 to warm up, median of 3; and the promises that
// one call makes, where the runtime counts them.

const library = require(process.argv[2] ?? 'vm:hooks');
const { collect, hooks } = library;

const CALLS = 30000, WARM_UP = 5000;

let promisesMade = () => NaN;
try {
  const { statistics } = require('vm:statistics');
  promisesMade = () => statistics().promises;
} catch {
  // Another runtime.
}

const synchronous = (context) => {
  context.seen = 1;
};
const asynchronous = async (context) => {
  context.seen = 1;
};
const lists = {
  '10 sync': Array(10).fill(synchronous),
  '50 sync': Array(50).fill(synchronous),
  '10 mixed': Array.from({ length: 10 }, (_, i) => (i % 5 ? synchronous : asynchronous)),
  '10 async': Array(10).fill(asynchronous),
};

const succeeds = async (data) => data;
const error = new Error('expected');
const fails = async () => {
  throw error;
};
const rescues = (context) => {
  context.result = 1;
};

const rows = { 'bare function': succeeds, 'no hooks': hooks(succeeds, []) };
for (const kind of ['before', 'after', 'error']) {
  for (const [name, list] of Object.entries(lists)) {
    const method = kind === 'error' ? fails : succeeds;
    const all = kind === 'error' ? [...list.slice(1), rescues] : list;
    rows[`${kind}, ${name}`] = hooks(method, [collect({ [kind]: all })]);
  }
}

async function call(fn, times) {
  for (let i = 0; i < times; i++) await fn('data');
}

async function cpuMilliseconds(fn) {
  const start = process.cpuUsage();
  await call(fn, CALLS);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function promisesOf(fn) {
  await undefined; // this function's own has been made then
  const start = promisesMade();
  await fn('data');
  return promisesMade() - start;
}

(async () => {
  for (const [name, fn] of Object.entries(rows)) {
    await call(fn, WARM_UP);
    const samples = [await cpuMilliseconds(fn), await cpuMilliseconds(fn), await cpuMilliseconds(fn)];
    const median = samples.sort((a, b) => a - b)[1].toFixed(1), promises = await promisesOf(fn);
    console.log(process.argv.includes('--csv') ? `${name};${median};${promises}` :
      `${name.padEnd(18)} ${median.padStart(8)} ms ${Number.isNaN(promises) ? '' : `${promises} promises`}`);
  }
})();
