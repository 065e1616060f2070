// C8: public functions return promises, and what they throw synchronously is a rejection.
const assert = require('assert');
const library = require('vm:hooks');
const { collect, compose, fromAfterHook, fromBeforeHook, fromErrorHook, hooks, middleware, runHook, runHooks } = library;

const fail = () => { throw new Error('thrown'); };
const nothing = () => {};

(async () => {
  const calls = {
    'hooks, method': () => hooks(fail)(),
    'hooks, method with middleware': () => hooks(fail, [collect({ before: [nothing] })])(),
    'hooks, middleware': () => hooks(nothing, [fail])(),
    'hooks, hook': () => hooks(nothing, [collect({ before: [fail] })])(),
    'hooks, defaults': () => hooks(nothing, middleware([]).defaults(fail))(),
    compose: () => compose([fail])({}),
    'compose, end': () => compose([])({}, fail),
    'collect, before': () => collect({ before: [fail] })({}, nothing),
    'collect, next': () => collect({ before: [nothing], after: [nothing] })({}, fail),
    'collect, after': () => collect({ after: [fail] })({}, nothing),
    'collect, error': () => collect({ error: [nothing] })({}, fail),
    fromBeforeHook: () => fromBeforeHook(fail)({}, nothing),
    fromAfterHook: () => fromAfterHook(fail)({}, nothing),
    'fromAfterHook, next': () => fromAfterHook(nothing)({}, fail),
    'fromErrorHook, next': () => fromErrorHook(nothing)({}, fail),
    runHook: () => runHook(fail, {}, 'before'),
    runHooks: () => runHooks([fail])({}),
  };
  for (const [name, call] of Object.entries(calls)) {
    const promise = call();
    assert.ok(promise instanceof Promise, name);
    await assert.rejects(promise, { message: 'thrown' }, name);
  }

  const succeeding = [
    () => hooks(() => 1)(), () => hooks(() => 1, [fromBeforeHook(nothing)])(), () => compose([])({}),
    () => collect({})({}, nothing), () => fromBeforeHook(nothing)({}, nothing), () => fromAfterHook(nothing)({}, nothing),
    () => fromErrorHook(nothing)({}, nothing), () => runHook(nothing, {}), () => runHooks([])({}),
  ];
  for (const call of succeeding) {
    const promise = call();
    assert.ok(promise instanceof Promise, String(call));
    await promise;
  }

  // What cannot work is a rejection as well.
  for (const call of [() => runHook(5, {}, 'x'), () => runHook(nothing, null, 'x'), () => runHooks()({}),
    () => hooks(nothing, [5])(), () => fromBeforeHook(5)({}, nothing), () => compose([])({}, 5)]) {
    const promise = call();
    assert.ok(promise instanceof Promise, String(call));
    await assert.rejects(promise, TypeError, String(call));
  }
})();
