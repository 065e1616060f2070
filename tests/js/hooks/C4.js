// C4: a truthy result other than the context is merged into the context.
const assert = require('assert');
const { collect, hooks, runHook } = require('vm:hooks');

(async () => {
  const merges = [
    [{ a: 2, b: 3 }, { a: 2, b: 3 }],
    [[9], { 0: 9, a: 1 }],
    ['text', { 0: 't', 1: 'e', 2: 'x', 3: 't', a: 1 }],
    [() => {}, { a: 1 }],
    [5, { a: 1 }], [true, { a: 1 }],
    [0, { a: 1 }], ['', { a: 1 }], [null, { a: 1 }], [undefined, { a: 1 }], [false, { a: 1 }], [NaN, { a: 1 }],
  ];
  for (const [value, wanted] of merges) {
    for (const hook of [() => value, async () => value]) {
      const context = { a: 1 };
      assert.strictEqual(await runHook(hook, context), undefined);
      assert.deepStrictEqual(context, wanted);
    }
  }

  // The context itself is not merged: its getters are not read.
  let reads = 0;
  const context = { get counted() { return ++reads; } };
  await runHook(() => context, context, 'before');
  await runHook(async () => context, context, 'before');
  assert.strictEqual(reads, 0);

  // Merged properties are there for the next hook, and `type` too can be merged.
  const log = [];
  const fn = hooks(async (name) => `Hi ${name}`, [collect({
    before: [() => ({ arguments: ['merged'] }), (c) => void log.push(c.arguments[0])],
    after: [() => ({ result: 'merged' }), (c) => void log.push(c.result), () => ({ type: 'mine' })],
  })]);
  const result = await fn('Dave', fn.createContext());
  assert.deepStrictEqual([log, result.result, result.type], [['merged', 'merged'], 'merged', 'mine']);
})();
