// E13: how late timers are. Runs unchanged under vm, Node, Bun and Deno; prints milliseconds, and asserts nothing.
//
//     build/vm benchmarks/loop/exact-waits.js
'use strict';

const clock = () => performance.now();

function wait(delay) {
  const begin = clock();
  return new Promise((resolve) => setTimeout(() => resolve(clock() - begin - delay), delay));
}

async function overshoot(delay, samples) {
  const late = [];
  for (let i = 0; i < samples; i++) late.push(await wait(delay));
  late.sort((a, b) => a - b);
  const at = (part) => late[Math.min(samples - 1, Math.floor(samples * part))].toFixed(3);
  console.log(`setTimeout(${delay}): late by p50 ${at(0.5)}, p99 ${at(0.99)}, least ${at(0)}`);
}

function drift(period, beats) {
  return new Promise((resolve) => {
    const begin = clock();
    let count = 0;
    const interval = setInterval(() => {
      if (++count < beats) return;
      clearInterval(interval);
      console.log(`setInterval(${period}) x ${beats}: ends ${(clock() - begin - period * beats).toFixed(3)} after its time`);
      resolve();
    }, period);
  });
}

(async () => {
  for (const [delay, samples] of [[1, 1000], [1.25, 1000], [5, 200], [16, 60]]) await overshoot(delay, samples);
  await drift(5, 200);
})();
