// A5: clearing itself, a later sibling, a handle of another kind, and nothing, inside callbacks; never a throw.
const log = [];
const clears = [clearTimeout, clearInterval, clearImmediate];
const starts = {
  timeout: (f) => setTimeout(f, 1),
  interval: (f) => setInterval(f, 1),
  immediate: (f) => setImmediate(f),
};

// Every kind of handle, in every form, by every function.
const forms = [(handle) => handle, (handle) => +handle, (handle) => `${handle}`, (handle) => handle.id];
for (const [name, start] of Object.entries(starts)) {
  for (const clear of clears) {
    for (const form of forms) {
      const handle = start(() => log.push(`${name} in spite of ${clear.name}`));
      clear(form(handle));
      if (handle.hasRef()) log.push(`${name} is left by ${clear.name}`);
      clear(form(handle)); // a cleared one
    }
  }
}

// What is no handle.
let touched = 0;
const hostile = new Proxy({}, { get() { touched++; throw new Error('touched'); } });
const fired = [];
const kept = [setTimeout(() => {}, 1e6), setInterval(() => {}, 1e6)];
const nothings = () => [
  undefined, null, NaN, -1, 0, -0, 0.5, 2 ** 53, 1e300, -Infinity, Infinity, 'zz', '', ' ', '-1', '1e300', '0x', '1.5', true, false,
  1n, -1n, Symbol('s'), Symbol.iterator, {}, [], [[]], () => {}, class {}, /x/, new Date(), new Map(), new Proxy({}, {}),
  Object.create(null), Object.create(kept[0]), { id: 1 }, { [Symbol.toPrimitive]() { throw new Error('called'); } }, hostile,
  kept[0].constructor, Object.getPrototypeOf(kept[0]), ...fired,
];
const clearNothing = () => {
  for (const nothing of nothings()) {
    for (const clear of clears) {
      if (clear(nothing) !== undefined) log.push(`${clear.name} gives something`);
    }
  }
  for (const clear of clears) clear();
};
clearNothing();

// In callbacks.
const first = setImmediate(() => {
  clearImmediate(first);
  clearImmediate(second);
  clearTimeout(third);
  clearInterval(timeout);
  clearImmediate(interval);
  fired.push(first);
  clearNothing();
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
  fired.push(early);
  clearNothing();
  console.log(kept.every((handle) => handle.hasRef()), touched); // expect: true 0
  for (const handle of kept) handle.close();
}, 1);
const late = setTimeout(() => log.push('late'), 1);
process.on('exit', () => console.log(log.sort().join(), fourth.hasRef())); // expect: beat 1,beat 2,first,fourth false
