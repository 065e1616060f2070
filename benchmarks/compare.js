'use strict';
// Sets the loop's workloads on several runtimes side by side:
//
//     node benchmarks/compare.js build/vm node bun [--runs=10] [--wall] [--files=timers/immediate.js,...] [name=value ...]
//
// It has to be run by a runtime that has node:child_process. Runtimes are commands, or name=command with a space in it.
// Each workload runs in a process of its own, `runs` times on each runtime in turns. Rates are operations per second of
// CPU time of all threads between start and end (--wall: of wall time). For every other runtime a line says by how
// much the first one is faster, as Node's own comparison does:
//
//     confidence   stars when chance alone explains the difference with less than 5 % (*), 1 % (**), 0.1 % (***)
//     improvement  of the mean rate
//     accuracy     half the width of the interval around it, for the three levels
//
// The last column is the peak of resident memory, of the first and of the other.

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const words = process.argv.slice(2);
const option = (name, otherwise) => {
  const word = words.find((w) => w.startsWith(`--${name}=`));
  return word === undefined ? otherwise : word.slice(name.length + 3);
};
const settings = words.filter((w) => /^\w+=[^ ]*$/.test(w) && !w.includes('/'));
const runtimes = words.filter((w) => !w.startsWith('--') && !settings.includes(w)).map((w) => {
  const at = w.indexOf('=');
  const name = at > 0 ? w.slice(0, at) : path.basename(w.split(' ')[0]);
  return { name, command: (at > 0 ? w.slice(at + 1) : w).split(' ') };
});
const runs = Number(option('runs', 10));
const column = words.includes('--wall') ? 1 : 2;
const files = option('files')?.split(',') ?? fs.readdirSync(path.join(__dirname, 'timers'))
  .filter((f) => f.endsWith('.js')).sort().map((f) => `timers/${f}`);

if (runtimes.length < 2) {
  console.error('usage: node benchmarks/compare.js <runtime> <runtime> ... [--runs=10] [--wall] [--files=...] [name=value ...]');
  process.exit(2);
}

// The lines that a file prints with these arguments.
function run(runtime, file, args) {
  const [program, ...before] = runtime.command;
  const child = spawnSync(program, [...before, path.join(__dirname, file), ...args], { encoding: 'utf8' });
  if (child.status !== 0) console.error(`${runtime.name} ${file}: exit ${child.status} ${child.stderr ?? child.error}`);
  return child.stdout?.trim().split('\n') ?? [];
}

// { name, rate, peak } of one workload in a process of its own, or undefined.
function measure(runtime, file, workload) {
  const [line] = run(runtime, file, ['--csv', ...workload]);
  const match = /^"([^"]*)","((?:[^"]|"")*)",(.*)$/.exec(line);
  if (!match) return undefined;
  const [rate, wall, cpu, peak] = match[3].split(',').map(Number);
  return { name: `${match[1]} ${match[2].replace(/""/g, '"')}`, rate: rate * wall / [0, wall, cpu][column], peak };
}

const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const variance = (list) => {
  const middle = mean(list);
  return list.length < 2 ? 0 : list.reduce((sum, x) => sum + (x - middle) ** 2, 0) / (list.length - 1);
};

// Two-sided quantile of Student's t with `df` degrees of freedom (G. W. Hill, Algorithm 396, CACM 13, 1970).
function studentQuantile(probability, df) {
  const a = 1 / (df - 0.5);
  const b = 48 / a ** 2;
  const c0 = ((20700 * a / b - 98) * a - 16) * a + 96.36;
  const d = ((94.5 / (b + c0) - 3) / b + 1) * Math.sqrt(a * Math.PI / 2) * df;
  let y = (d * probability) ** (2 / df);
  if (y > 0.05 + a) {
    const x = normalQuantile(probability / 2);
    y = x * x;
    let c = c0;
    if (df < 5) c += 0.3 * (df - 4.5) * (x + 0.6);
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    y = Math.expm1(a * y * y);
  } else {
    y = ((1 / (((df + 6) / (df * y) - 0.089 * d - 0.822) * (df + 2) * 3) + 0.5 / (df + 4)) * y - 1) * (df + 1) / (df + 2) +
      1 / y;
  }
  return Math.sqrt(df * y);
}

// Lower quantile of the normal distribution (Abramowitz and Stegun 26.2.23).
function normalQuantile(p) {
  const t = Math.sqrt(-2 * Math.log(p));
  return -(t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3));
}

// How the first sample compares with the second: Welch's test.
function compareSamples(first, second) {
  const errors = [variance(first) / first.length, variance(second) / second.length];
  const error = Math.sqrt(errors[0] + errors[1]);
  const base = mean(second);
  const difference = mean(first) - base;
  if (first.length < 3 || second.length < 3 || error === 0) return { improvement: difference / base, levels: [] };
  const df = error ** 4 / (errors[0] ** 2 / (first.length - 1) + errors[1] ** 2 / (second.length - 1));
  const levels = [0.05, 0.01, 0.001].map((p) => studentQuantile(p, df) * error);
  return { improvement: difference / base, levels: levels.map((l) => l / base),
           stars: '*'.repeat(levels.filter((l) => Math.abs(difference) > l).length) };
}

const percent = (x) => `${(100 * x).toFixed(2)} %`;
console.log(`${''.padEnd(62)}${'rate'.padStart(14)}  confidence  improvement  accuracy (*)    (**)    (***)   ratio  peak MiB`);
const ratios = {};
for (const file of files) {
  const samples = {};
  for (const workload of run(runtimes[0], file, ['--list', ...settings]).map((line) => line.split(' '))) {
    for (let i = 0; i < runs; i++) {
      for (const runtime of runtimes) {
        const result = measure(runtime, file, workload);
        if (!result) continue;
        const sample = ((samples[result.name] ??= {})[runtime.name] ??= { rates: [], peak: 0 });
        sample.rates.push(result.rate);
        sample.peak = Math.max(sample.peak, result.peak);
      }
    }
  }
  for (const config of Object.keys(samples)) {
    const own = samples[config][runtimes[0].name];
    if (!own) continue;
    console.log(`${config.padEnd(62)}${Math.round(mean(own.rates)).toLocaleString('en-US').padStart(14)}`);
    for (const { name } of runtimes.slice(1)) {
      const other = samples[config][name];
      if (!other) continue;
      const { improvement, levels, stars = '' } = compareSamples(own.rates, other.rates);
      (ratios[name] ??= []).push(1 + improvement);
      console.log(`  ${name.padEnd(60)}${Math.round(mean(other.rates)).toLocaleString('en-US').padStart(14)}  ` +
        `${stars.padStart(10)}  ${percent(improvement).padStart(11)}  ` +
        `${levels.map((l) => `±${percent(l)}`.padStart(9)).join(' ')}   ${(1 + improvement).toFixed(2).padStart(5)}  ` +
        `${own.peak.toFixed(0)} / ${other.peak.toFixed(0)}`);
    }
  }
}
for (const name of Object.keys(ratios)) {
  const product = ratios[name].reduce((sum, r) => sum + Math.log(r), 0);
  console.log(`${runtimes[0].name} / ${name}: geometric mean ${Math.exp(product / ratios[name].length).toFixed(2)} of ` +
    `${ratios[name].length}, least ${Math.min(...ratios[name]).toFixed(2)}`);
}
