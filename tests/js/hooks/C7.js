// C7: collect() copies its lists; later changes have no effect.
const assert = require('assert');
const { collect } = require('vm:hooks');

(async () => {
  const log = [];
  const lists = { before: [() => void log.push('b')], after: [() => void log.push('a')], error: [() => void log.push('e')] };
  const middleware = collect(lists);
  for (const list of Object.values(lists)) {
    list.push(() => void log.push('late'));
    list[0] = () => void log.push('replaced');
  }
  await middleware({}, async () => {});
  await assert.rejects(middleware({}, async () => { throw new Error('x'); }), { message: 'x' });
  assert.deepStrictEqual(log, ['b', 'a', 'b', 'e']);

  // A hook that changes the list while it runs changes nothing either.
  const growing = [() => void growing.push(() => void log.push('grown'))];
  await collect({ before: growing })({}, async () => {});
  assert.strictEqual(log.includes('grown'), false);
})();
