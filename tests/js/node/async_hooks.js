// async_hooks: values follow promises, await, callbacks, ticks, timers and generators, and nothing else sees them.
const assert = require('assert');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const { setTimeout: sleep } = require('timers/promises');

const als = new AsyncLocalStorage(), other = new AsyncLocalStorage();
assert.strictEqual(als.getStore(), undefined);
assert.strictEqual(als.run(1, (a, b) => a + b + als.getStore(), 2, 3), 6);
assert.strictEqual(als.getStore(), undefined);
assert.throws(() => als.run(1, () => { throw new Error('inside'); }), /inside/);
assert.strictEqual(als.getStore(), undefined);
als.run('outer', () => {
  other.run('both', () => assert.deepStrictEqual([als.getStore(), other.getStore()], ['outer', 'both']));
  als.run('inner', () => assert.strictEqual(als.getStore(), 'inner'));
  als.exit((x) => assert.deepStrictEqual([x, als.getStore(), other.getStore()], [1, undefined, undefined]), 1);
  assert.strictEqual(als.getStore(), 'outer');
});

// Storages do not depend on each other.
const third = new AsyncLocalStorage();
als.run(1, () => {
  third.enterWith(2);
  als.exit(() => third.enterWith(3));
  assert.deepStrictEqual([als.getStore(), third.getStore()], [1, 3]);
});
assert.deepStrictEqual([als.getStore(), third.getStore()], [undefined, 3]);
third.disable();

// Every way of going on later.
const seen = new Map();
const note = (way) => seen.set(way, als.getStore());
let settle;
const pending = new Promise((resolve) => { settle = resolve; });
const ended = als.run('value', async () => {
  process.nextTick(note, 'tick');
  queueMicrotask(() => note('microtask'));
  setTimeout(note, 1, 'timeout');
  setImmediate(note, 'immediate');
  const interval = setInterval(() => { note('interval'); clearInterval(interval); }, 1);
  Promise.resolve().then(() => note('then')).finally(() => note('finally'));
  Promise.reject(1).catch(() => note('catch'));
  pending.then(() => note('then, settled elsewhere'));
  Promise.all([pending, 1]).then(() => note('all'));
  await { then(resolve) { note('thenable'); resolve(); } };
  note('await of a thenable');
  await null;
  note('await of a value');
  await pending;
  note('await');
  for await (const x of (async function* () { note('async generator'); yield 1; await pending; note('behind yield'); })()) note('for await');
  await sleep(2);
  note('await of a timer');
});
assert.strictEqual(als.getStore(), undefined);
setTimeout(() => als.run('elsewhere', () => settle(1)), 3);

// A generator has the context of who resumes it.
function* generator() {
  yield als.getStore();
  yield als.getStore();
}
const g = als.run('first', () => { const it = generator(); assert.strictEqual(it.next().value, 'first'); return it; });
assert.strictEqual(als.run('second', () => g.next().value), 'second');

// Resources
const [resource, bound, snapshot, plain] = als.run('made', () => [
  new AsyncResource('TEST'), AsyncResource.bind(function(a, b) { return [this && this.name, a, b, als.getStore()]; }),
  AsyncLocalStorage.snapshot(), AsyncLocalStorage.bind(() => als.getStore())]);
assert.strictEqual(resource.runInAsyncScope((x) => x + als.getStore(), null, 'is '), 'is made');
assert.deepStrictEqual(bound.call({ name: 'n' }, 1, 2), ['n', 1, 2, 'made']);
assert.strictEqual(bound.length, 2);
assert.deepStrictEqual(als.run('later', () => [snapshot((x) => [x, als.getStore()], 5), plain(), als.getStore()]), [[5, 'made'], 'made', 'later']);
assert.deepStrictEqual(resource.bind(function() { return this; }, 7)() == 7, true);
assert.ok(resource.asyncId() > 0 && new AsyncResource('NEXT').asyncId() > resource.asyncId());
assert.strictEqual(new AsyncResource('X', 42).triggerAsyncId(), 42);
assert.strictEqual(resource.emitDestroy(), resource);
assert.throws(() => new AsyncResource(5), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => new AsyncResource('X', -3), { code: 'ERR_INVALID_ASYNC_ID' });
assert.throws(() => resource.bind(5), { code: 'ERR_INVALID_ARG_TYPE' });

// enterWith lasts to the end of the synchronous work, disable forgets.
const entered = new AsyncLocalStorage();
Promise.resolve().then(async () => {
  entered.enterWith('entered');
  assert.strictEqual(entered.getStore(), 'entered');
  await null;
  assert.strictEqual(entered.getStore(), 'entered');
  entered.disable();
  assert.strictEqual(entered.getStore(), undefined);
  assert.strictEqual(entered.run(2, () => entered.getStore()), 2);
}).then(() => assert.strictEqual(entered.getStore(), undefined));

// Many at once, with garbage.
const many = Array.from({ length: 300 }, (_, i) => als.run({ i }, async () => {
  for (let k = 0; k < 5; k++) {
    await (k % 2 ? sleep(k) : Promise.resolve([i, k]));
    new Array(50).fill({ k });
    assert.strictEqual(als.getStore().i, i);
  }
  return als.getStore().i;
}));

ended.then(() => Promise.all(many)).then((all) => {
  assert.deepStrictEqual(all, Array.from({ length: 300 }, (_, i) => i));
  assert.deepStrictEqual([...seen].filter(([, value]) => value !== 'value'), []);
  assert.strictEqual(seen.size, 18);
  assert.strictEqual(als.getStore(), undefined);
  console.log('done'); // expect: done
});
