// C14: 10 000 hooks in one list and 10 000 nested groups take no stack.
const assert = require('assert');
const { collect, compose, fromAfterHook, fromBeforeHook, fromErrorHook, hooks } = require('vm:hooks');

const many = 10000;
const repeat = (make) => Array.from({ length: many }, make);

(async () => {
  let count = 0;
  const hook = () => void count++;
  const later = async () => void count++;
  const ways = {
    before: [collect({ before: repeat(() => hook) })],
    'before, asynchronous': [collect({ before: repeat(() => later) })],
    after: [collect({ after: repeat(() => hook) })],
    'after, asynchronous': [collect({ after: repeat(() => later) })],
    error: [collect({ error: repeat(() => (context) => { hook(); context.result = 1; }) }), async () => { throw 1; }],
    collections: repeat(() => collect({ before: [hook] })),
    'fromBeforeHook': repeat(() => fromBeforeHook(hook)),
    'fromBeforeHook, asynchronous': repeat(() => fromBeforeHook(later)),
    'fromAfterHook': repeat(() => fromAfterHook(hook)),
    'fromErrorHook': [...repeat(() => fromErrorHook(hook)).slice(1),
      collect({ before: [() => { throw new Error('end'); }], error: [hook] })],
    middleware: repeat(() => async (context, next) => { count++; await next(); }),
  };
  for (const [name, list] of Object.entries(ways)) {
    count = 0;
    await hooks(async () => {}, list)().catch((error) => assert.strictEqual(error.message, 'end'));
    assert.strictEqual(count, many, name);
  }

  const nested = (make) => {
    let group = make([fromBeforeHook(hook)]);
    for (let i = 1; i < many; i++) group = make([fromBeforeHook(hook), group]);
    return group;
  };
  count = 0;
  await nested(compose)({}, async () => {});
  assert.strictEqual(count, many);
  await nested((list) => compose([...list, fromAfterHook(hook)]))({}, async () => {});
  assert.strictEqual(count, 3 * many);
})();
