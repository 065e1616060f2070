// A5: clearing itself, a later sibling, a handle of another kind, and nothing, inside callbacks; never a throw.
const log = [];
const first = setImmediate(() => {
  clearImmediate(first);
  clearImmediate(second);
  clearTimeout(third);
  clearInterval(timeout);
  clearImmediate(interval);
  for (const nothing of [null, undefined, NaN, -1, 'zz', Symbol('s'), {}, first, 1e300, '1e3', () => {}]) {
    for (const clear of [clearTimeout, clearInterval, clearImmediate]) clear(nothing);
  }
  log.push('first');
});
const second = setImmediate(() => log.push('second'));
const third = setImmediate(() => log.push('third'));
const fourth = setImmediate(() => log.push('fourth'));
const timeout = setTimeout(() => log.push('timeout'), 1e4);
const interval = setInterval(() => log.push('interval'), 1e4);
let beats = 0;
const own = setInterval(() => {
  log.push(`beat ${++beats}`);
  if (beats === 2) clearTimeout(own);
}, 1);
const early = setTimeout(() => {
  clearTimeout(early);
  clearTimeout(late);
}, 1);
const late = setTimeout(() => log.push('late'), 1);
process.on('exit', () => console.log(log.sort().join(), fourth.hasRef())); // expect: beat 1,beat 2,first,fourth false
