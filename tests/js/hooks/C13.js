// C13: promises made per call, counted by the engine: the wrapper's, the method's, and those of asynchronous hooks.
const assert = require('assert');
const { collect, hooks, middleware } = require('vm:hooks');
const { statistics } = require('vm:statistics');

const synchronous = (context) => void (context.data.count += 1);
const asynchronous = async (context) => void (context.data.count += 1);

async function promisesOf(before) {
  const fn = hooks(async (data) => data, middleware([collect({ before })]).params('data'));
  const data = { count: 0 };
  await fn(data);
  const start = statistics().promises;
  await fn(data);
  const made = statistics().promises - start;
  assert.strictEqual(data.count, 2 * before.length);
  return made;
}

const list = (length, isAsynchronous) =>
  Array.from({ length }, (_, i) => (isAsynchronous(i) ? asynchronous : synchronous));

(async () => {
  const most = [
    ['10 sync', list(10, () => false), 2],
    ['50 sync', list(50, () => false), 2],
    ['10 mixed', list(10, (i) => i % 5 === 0), 6],
    ['10 async', list(10, () => true), 16],
    ['10 000 sync', list(10000, () => false), 2],
  ];
  for (const [name, before, limit] of most) {
    const made = await promisesOf(before);
    assert.ok(made <= limit, `${name}: ${made} promises, at most ${limit}`);
  }

  // Without hooks there is only the method's own.
  const plain = hooks(async () => 1, []);
  const start = statistics().promises;
  await plain();
  assert.strictEqual(statistics().promises - start, 1);
})();
