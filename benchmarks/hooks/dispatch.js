'use strict';
// What a call through hooks costs: <runtime> benchmarks/hooks/dispatch.js <module> [--csv]
//
// Runs unchanged in vm and Node; the module is vm:hooks, or the path of @feathersjs/hooks. Each row is a list of 10 or 50
// regular hooks, synchronous or asynchronous (mixed: those at index 0 and 5), as before-, after- or error-hooks of an
// async function: CPU milliseconds of 30 000 awaited calls, after 5 000 to warm up, median of 3; and the promises that
// one call makes, where the runtime counts them. Without --csv then follows what a call without any hook costs beside the
// bare call: nanoseconds of either, awaited in a loop of nothing else, medians of 7 taken in turns, and the ratio.

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

// Functions, and loops that call them as function or method of an object.
const plain = {
  none: async () => 1,
  one: async (a) => a,
  three: async (a, b, c) => c,
  throwing: async () => {
    throw error;
  },
};
const loops = {
  'function, 0 arguments': ['none', async ({ none }, n) => { for (let i = 0; i < n; i++) await none(); }],
  'function, 1 argument': ['one', async ({ one }, n) => { for (let i = 0; i < n; i++) await one(i); }],
  'function, 3 arguments': ['three', async ({ three }, n) => { for (let i = 0; i < n; i++) await three(i, n, i); }],
  'method, 0 arguments': ['none', async (o, n) => { for (let i = 0; i < n; i++) await o.none(); }],
  'method, 1 argument': ['one', async (o, n) => { for (let i = 0; i < n; i++) await o.one(i); }],
  'method, 3 arguments': ['three', async (o, n) => { for (let i = 0; i < n; i++) await o.three(i, n, i); }],
  'function that throws': ['throwing', async ({ throwing }, n) => {
    for (let i = 0; i < n; i++) {
      try {
        await throwing(i);
      } catch {
        // expected
      }
    }
  }],
};

async function compareWithBare() {
  const TIMES = 200000;
  console.log('\nwithout any hook        bare ns  wrapped ns   ratio');
  for (const [name, [key, loop]] of Object.entries(loops)) {
    const bare = { [key]: plain[key] }, wrapped = { [key]: hooks(plain[key], []) }, samples = [[], []];
    for (let i = 0; i < 8; i++) {
      for (const [which, o] of [bare, wrapped].entries()) {
        const before = process.cpuUsage();
        await loop(o, TIMES);
        const { user, system } = process.cpuUsage(before);
        if (i > 0) samples[which].push((user + system) * 1000 / TIMES);
      }
    }
    const [one, other] = samples.map((list) => list.sort((a, b) => a - b)[3]);
    console.log(`${name.padEnd(22)} ${one.toFixed(1).padStart(8)} ${other.toFixed(1).padStart(11)} ${(other / one).toFixed(2).padStart(7)}`);
  }
}

(async () => {
  for (const [name, fn] of Object.entries(rows)) {
    await call(fn, WARM_UP);
    const samples = [await cpuMilliseconds(fn), await cpuMilliseconds(fn), await cpuMilliseconds(fn)];
    const median = samples.sort((a, b) => a - b)[1].toFixed(1), promises = await promisesOf(fn);
    console.log(process.argv.includes('--csv') ? `${name};${median};${promises}` :
      `${name.padEnd(18)} ${median.padStart(8)} ms ${Number.isNaN(promises) ? '' : `${promises} promises`}`);
  }
  if (!process.argv.includes('--csv')) await compareWithBare();
})();
