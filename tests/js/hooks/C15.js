// C15: next() always gives a promise; fromBeforeHook goes on at once after a synchronous hook; fromAfterHook waits for
// next(); runHooks begins after one continuation; after-hooks run in the order of the list; error-hooks as a list too.
const assert = require('assert');
const { collect, compose, fromAfterHook, fromBeforeHook, fromErrorHook, hooks, runHooks } = require('vm:hooks');

(async () => {
  const log = [];
  const say = (text) => () => void log.push(text);
  const take = () => log.splice(0).join(' ');

  for (const rest of [[], [() => 5], [fromBeforeHook(() => {})], [compose([])], [() => { throw new Error('x'); }]]) {
    let result;
    await compose([(context, next) => {
      result = next();
      return result.catch(() => {});
    }, ...rest])({}, () => 5);
    assert.ok(result instanceof Promise, String(rest));
  }

  const next = () => {
    log.push('next');
    return Promise.resolve();
  };
  let done = fromBeforeHook(say('hook'))({}, next);
  log.push('caller');
  await done;
  assert.strictEqual(take(), 'hook next caller');

  done = fromBeforeHook(async () => void log.push('hook'))({}, next);
  log.push('caller');
  await done;
  assert.strictEqual(take(), 'hook caller next');

  let settle;
  done = fromAfterHook(say('hook'))({}, () => new Promise((resolve) => { settle = resolve; }));
  await new Promise(setImmediate);
  log.push('settled');
  settle();
  await done;
  assert.strictEqual(take(), 'settled hook');

  // Also a method that gives no promise is through before after-hooks run.
  done = hooks(say('method'), [collect({ after: [say('after')] })])();
  log.push('caller');
  await done;
  assert.strictEqual(take(), 'method caller after');

  done = runHooks([say('hook 1'), say('hook 2')])({});
  log.push('caller');
  queueMicrotask(say('microtask'));
  await done;
  assert.strictEqual(take(), 'caller hook 1 hook 2 microtask');

  const later = (text) => async () => {
    await null;
    log.push(text);
  };
  await collect({ after: [later('1'), say('2'), later('3')] })({}, next);
  assert.strictEqual(take(), 'next 1 2 3');
  await collect({ error: [later('1'), say('2'), later('3'), () => ({ result: 0 })] })({}, () => Promise.reject(1));
  assert.strictEqual(take(), '1 2 3');
  await fromErrorHook(() => ({ result: 0 }))({}, () => Promise.reject(1));

  // The value of next() and of the call is that of the middleware behind, or undefined once after-hooks have run.
  assert.strictEqual(await collect({ before: [say('b')], error: [say('e')] })({}, () => 7), 7);
  assert.strictEqual(await collect({ after: [say('a')] })({}, () => 7), undefined);
  assert.strictEqual(await compose([async (c, n) => (await n()) + 1])({}, () => 1), 2);
})();
