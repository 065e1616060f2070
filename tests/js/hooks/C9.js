// C9: runHooks of no hooks gives the context, otherwise undefined.
const assert = require('assert');
const { runHooks } = require('vm:hooks');

(async () => {
  const context = { type: 'outer' };
  assert.strictEqual(await runHooks([])(context), context);
  assert.strictEqual(await runHooks([() => 5])(context), undefined);
  assert.strictEqual(await runHooks([async (c) => c])(context), undefined);
  assert.strictEqual(await runHooks([() => ({ a: 1 }), (c) => c])(context), undefined);
  assert.deepStrictEqual(context, { type: 'outer', a: 1 }); // results are merged, the type is left as it is

  const log = [];
  const failing = [() => void log.push(1), () => { throw new Error('stops'); }, () => void log.push(3)];
  await assert.rejects(runHooks(failing)(context), { message: 'stops' });
  assert.deepStrictEqual(log, [1]);
})();
