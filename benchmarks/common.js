'use strict';
// The frame of the loop's benchmarks; runs unchanged in vm, Node, Bun and Deno.
//
// A file calls createBenchmark(main, options) with the values that each option takes. Run by itself it measures every
// combination; `name=value` arguments choose. main(config) does what is to be set up, then calls bench.start(), and
// bench.end(operations) when the work is done, at any later time. One line is printed for each:
//
//     timers/immediate.js type="depth" n=5000000: 80,080.39
//
// operations per second of wall time, or with --cpu of the CPU time of all threads between start and end; --csv prints
// "file","configuration",rate,wall seconds,CPU seconds,peak MiB; --list prints the arguments that choose each combination
// and runs none.

const path = require('path');
const process = globalThis.process ?? require('process');

const words = process.argv.slice(2);
const flags = new Set(words.filter((w) => w.startsWith('--')));
const chosen = Object.fromEntries(words.filter((w) => /^\w+=/.test(w)).map((w) => w.split('=')));

// All combinations of the options' values, as objects. A chosen value replaces the list.
function combinations(options) {
  let list = [{}];
  for (const name of Object.keys(options)) {
    let values = options[name];
    if (name in chosen) values = [typeof values[0] === 'number' ? Number(chosen[name]) : chosen[name]];
    list = list.flatMap((config) => values.map((value) => ({ ...config, [name]: value })));
  }
  return list;
}

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const seconds = () => Number(process.hrtime.bigint()) / 1e9;

function peakMebibytes() {
  const { maxRSS } = process.resourceUsage?.() ?? {};
  return maxRSS === undefined ? 0 : maxRSS / 1024;
}

function report(name, config, operations, wall, cpu) {
  const text = Object.keys(config).map((key) => `${key}=${JSON.stringify(config[key])}`).join(' ');
  const rate = operations / (flags.has('--cpu') ? cpu : wall);
  if (flags.has('--csv')) {
    const figures = [rate, wall, cpu, peakMebibytes()].map((x) => x.toFixed(6));
    console.log(`"${name}","${text.replace(/"/g, '""')}",${figures.join(',')}`);
    return;
  }
  const [whole, fraction] = rate.toFixed(2).split('.');
  console.log(`${name} ${text}: ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`);
}

// The benchmark of one file: { start(), end(operations) } for its main. Configurations run one after the other, each
// when the loop has become idle after the one before.
exports.createBenchmark = function createBenchmark(main, options) {
  const file = process.argv[1];
  const name = `${path.basename(path.dirname(file))}/${path.basename(file)}`;
  const queue = combinations(options);
  let config, wallStart, cpuStart;

  function next() {
    config = queue.shift();
    if (config !== undefined) main(config);
  }

  if (flags.has('--list')) {
    for (const each of queue) console.log(Object.keys(each).map((key) => `${key}=${each[key]}`).join(' '));
    return { start() {}, end() {} };
  }
  queueMicrotask(next);
  return {
    start() {
      cpuStart = cpuSeconds();
      wallStart = seconds();
    },
    end(operations) {
      const wall = seconds() - wallStart;
      const cpu = cpuSeconds() - cpuStart;
      report(name, config, operations, wall, cpu);
      if (queue.length) setTimeout(next, 1);
    },
  };
};
