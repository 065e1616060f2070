// C11: a second next() rejects; what is no stack of middleware is a TypeError.
const assert = require('assert');
const { collect, compose, convertOptions, functionHooks, hooks, objectHooks } = require('vm:hooks');

const twice = { name: 'Error', message: 'next() called multiple times' };

(async () => {
  await assert.rejects(compose([async (context, next) => { await next(); await next(); }])({}), twice);
  await assert.rejects(hooks(async () => {}, [async (context, next) => { await next(); await next(); }])(), twice);
  await assert.rejects(compose([])({}, async (context, next) => { await next(); await next(); }), twice);

  // It is a rejection, never a throw; the rest has run once.
  let calls = 0;
  await compose([async (context, next) => {
    const first = next(), second = next();
    await first;
    await assert.rejects(second, twice);
    await assert.rejects(next(), twice);
  }, collect({ before: [() => void calls++] })])({}, async () => calls++);
  assert.strictEqual(calls, 2);

  // Middleware that does not call next() ends the way, and a second next() of one in front does not go past it.
  const log = [];
  await assert.rejects(compose([
    async (context, next) => { await next(); await next(); },
    async () => void log.push('stops'),
    async () => void log.push('never'),
  ])({}), twice);
  assert.deepStrictEqual(log, ['stops']);

  for (const list of [undefined, null, {}, 5, 'text', new Set()]) {
    assert.throws(() => compose(list), { name: 'TypeError', message: 'Middleware stack must be an array!' });
  }
  for (const list of [[null], [() => {}, {}], ['text']]) {
    const wanted = { name: 'TypeError', message: 'Middleware must be composed of functions!' };
    assert.throws(() => compose(list), wanted);
    await assert.rejects(hooks(() => {}, list)(), wanted);
  }
  for (const name of ['before', 'after', 'error']) {
    assert.throws(() => collect({ [name]: 5 }), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  }
  for (const options of [5, 'text', {}, () => {}]) {
    assert.throws(() => convertOptions(options), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  }
  assert.throws(() => functionHooks({}, []), { message: 'Can not apply hooks to non-function' });
  assert.throws(() => objectHooks({ a: 1 }, { a: [] }), { message: "Can not apply hooks. 'a' is not a function" });
  assert.throws(() => objectHooks({}, { a: [] }), { message: "Can not apply hooks. 'a' is not a function" });
})();
