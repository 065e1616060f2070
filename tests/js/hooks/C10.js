// C10: error-hooks: `original` is a copy, `error` is set, `result` deleted; the error is thrown on unless a result was
// set; what the hook throws itself wins.
const assert = require('assert');
const { BaseHookContext, collect, compose, fromErrorHook, hooks } = require('vm:hooks');

const failing = (error = new Error('first')) => async () => { throw error; };
const nothing = () => {};

(async () => {
  const error = new Error('first');
  const context = new BaseHookContext({ result: 1, kept: 2 });
  let seen;
  await assert.rejects(fromErrorHook((c) => {
    seen = { c, type: c.type, error: c.error, hasResult: 'result' in c, original: c.original };
  })(context, failing(error)), (thrown) => thrown === error);
  assert.deepStrictEqual([seen.c === context, seen.type, seen.error === error, seen.hasResult], [true, 'error', true, false]);
  assert.deepStrictEqual(seen.original, { self: undefined, result: 1, kept: 2 });
  assert.notStrictEqual(seen.original, context);
  assert.deepStrictEqual([context.type, Object.hasOwn(context, 'result')], [undefined, false]);

  // A result, even a falsy one, ends the failure; undefined does not.
  for (const result of [5, null, 0, '', false]) {
    for (const hook of [(c) => void (c.result = result), () => ({ result }), async () => ({ result })]) {
      const c = {};
      assert.strictEqual(await fromErrorHook(hook)(c, failing()), undefined);
      assert.strictEqual(c.result, result);
    }
  }
  await assert.rejects(fromErrorHook((c) => void (c.result = undefined))({}, failing()), { message: 'first' });

  const own = () => { throw new Error('own'); };
  await assert.rejects(fromErrorHook(own)({}, failing()), { message: 'own' });
  await assert.rejects(fromErrorHook(async () => own())({}, failing()), { message: 'own' });
  await assert.rejects(fromErrorHook((c) => void (c.error = new Error('replaced')))({}, failing()), { message: 'replaced' });
  await assert.rejects(fromErrorHook(nothing)({}, failing(null)), (thrown) => thrown === null);
  assert.strictEqual(await fromErrorHook(own)({}, async () => 7), 7); // not called without an error

  // Before- and after-hooks of the same collection count as well; after-hooks do not run after a failure.
  const log = [];
  const say = (text) => () => void log.push(text);
  const all = (lists) => collect({ before: [say('b')], after: [say('a')], error: [(c) => void log.push(c.error.message)], ...lists });
  await assert.rejects(all({ before: [own] })({}, say('next')), { message: 'own' });
  await assert.rejects(all({ before: [async () => own()] })({}, say('next')), { message: 'own' });
  await assert.rejects(all({ after: [own] })({}, say('next')), { message: 'own' });
  await all({ error: [(c) => void (c.result = 1), say('second')] })({}, failing());
  assert.deepStrictEqual(log, ['own', 'own', 'b', 'next', 'own', 'b', 'second']);

  // Collections further out see what comes out, and the first copy; a result lets them go on as after a success.
  log.length = 0;
  const outer = { after: [say('outer after')], error: [(c) => void log.push(c.error.message, Object.keys(c.original).length)] };
  await assert.rejects(compose([collect(outer), fromErrorHook(own)])({}, failing()), { message: 'own' });
  await compose([collect(outer), fromErrorHook((c) => void (c.result = 1))])({}, failing());
  assert.deepStrictEqual(log, ['own', 0, 'outer after']);

  const rescued = hooks(failing(), [fromErrorHook((c) => void (c.result = `rescued from ${c.error.message}`))]);
  assert.strictEqual(await rescued(), 'rescued from first');
})();
