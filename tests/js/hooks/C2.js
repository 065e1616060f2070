// C2: asynchronous only for a thenable; `then` is read once, and a getter that throws rejects.
const assert = require('assert');
const { collect, hooks, runHook } = require('vm:hooks');

const isSynchronous = (hook) => {
  let called = false;
  hooks(() => { called = true; }, [collect({ before: [hook] })])().catch(() => {});
  return called;
};

(async () => {
  for (const value of [undefined, null, 0, '', 'text', 1n, true, Symbol(), {}, [], () => 1, { then: 1 }, { then: null }]) {
    assert.ok(isSynchronous(() => value), typeof value);
  }
  const thenFunction = Object.assign(() => {}, { then(resolve) { resolve(); } });
  for (const thenable of [Promise.resolve(), { then(resolve) { resolve(); } }, thenFunction]) {
    assert.ok(!isSynchronous(() => thenable));
  }

  for (const [name, then] of [['own', (resolve) => resolve({ merged: 1 })], ['of promises', Promise.prototype.then]]) {
    let reads = 0;
    const promise = Promise.resolve({ merged: 1 });
    const thenable = name === 'own' ? {} : promise;
    Object.defineProperty(thenable, 'then', { get() { reads++; return then; } });
    const context = {};
    await runHook(() => thenable, context, 'before');
    assert.deepStrictEqual([name, reads, context.merged], [name, 1, 1]);
  }

  const context = { type: 'outer' };
  const hostile = { get then() { throw new RangeError('getter'); } };
  await assert.rejects(runHook(() => hostile, context, 'before'), { name: 'RangeError', message: 'getter' });
  assert.strictEqual(context.type, 'outer');

  // Functions of a thenable are called with it as the receiver; one that throws rejects; what it gives may be another.
  const self = { then(resolve) { resolve(this === self ? { then: (again) => again({ deep: true }) } : undefined); } };
  await runHook(() => self, context, 'before');
  assert.strictEqual(context.deep, true);
  await assert.rejects(runHook(() => ({ then() { throw new Error('then'); } }), {}, 'before'), { message: 'then' });
})();
