// Memory stays flat over many calls, synchronous, asynchronous and failing.
// flags: --test262 --module
// skip: stress a collection at each allocation makes it too slow
import assert from 'assert';
import { collect, hooks } from 'vm:hooks';
import { statistics } from 'vm:statistics';

const hook = () => {};
const calls = [
  hooks(async () => 1, [collect({ before: [hook, hook], after: [hook] })]),
  hooks(async () => 1, [collect({ before: [async () => {}] }), async (context, next) => { await next(); }]),
  hooks(async () => { throw new Error('x'); }, [collect({ error: [(context) => void (context.result = 1)] })]),
];

async function round() {
  for (let i = 0; i < 5000; i++) for (const call of calls) await call(i);
  $262.gc();
  return statistics().usedBytes;
}

(async () => {
  await round();
  const start = await round();
  for (let i = 0; i < 3; i++) await round();
  const end = await round();
  assert.ok(end - start < 16 * 1024, `${end - start} bytes more after 60 000 calls`);
})();
