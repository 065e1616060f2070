// C1: consecutive synchronous hooks run in one loop, without a microtask between them.
const assert = require('assert');
const { collect, compose, fromBeforeHook, hooks, runHooks } = require('vm:hooks');

const say = (log, text) => () => void log.push(text);

async function order(make) {
  const log = [];
  const first = () => {
    log.push('first');
    queueMicrotask(say(log, 'queued'));
  };
  await make(first, say(log, 'second'));
  return log.join(', ');
}

(async () => {
  const method = async () => {};
  const ways = {
    collect: (first, second) => hooks(method, [collect({ before: [first, second] })])(),
    'two collections': (first, second) => hooks(method, [collect({ before: [first] }), collect({ before: [second] })])(),
    'nested groups': (first, second) => compose([compose([fromBeforeHook(first)]), fromBeforeHook(second)])({}),
    'after-hooks': (first, second) => hooks(method, [collect({ after: [first, second] })])(),
    'error-hooks': (first, second) => hooks(() => Promise.reject(new Error('x')),
      [collect({ error: [first, second, (context) => void (context.result = 1)] })])(),
    runHooks: (first, second) => runHooks([first, second])({}),
  };
  for (const [name, way] of Object.entries(ways)) assert.strictEqual(await order(way), 'first, second, queued', name);

  // The original method, too, is called at once after synchronous hooks.
  const log = [];
  hooks(async () => log.push('method'), [collect({ before: [say(log, 'hook')] })])();
  log.push('caller');
  assert.deepStrictEqual(log, ['hook', 'method', 'caller']);
})();
