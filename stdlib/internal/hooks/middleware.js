'use strict';
// Middleware made of other middleware, and of regular hooks: functions (context) that are called before or after the
// rest, or when it fails. The receiver of a hook is context.self, and context.type says which kind it is. What it
// gives, or what that resolves to, is merged into the context.

const { ERR_INVALID_ARG_TYPE } = require('internal/errors');
const { middlewareOf, runSeries } = require('internal/hooks/run');

const none = [];

// Throws the TypeErrors for what is not a list of middleware.
function validateMiddleware(list) {
  if (!Array.isArray(list)) throw new TypeError('Middleware stack must be an array!');
  for (let i = 0; i < list.length; i++) {
    if (typeof list[i] !== 'function') throw new TypeError('Middleware must be composed of functions!');
  }
}

// compose(list): one middleware that goes through all of a list: a function (context, next), with `this` as the
// receiver of each. Calling its `next` a second time rejects. The promise gives what the first middleware gives.
function compose(list) {
  validateMiddleware(list);
  return middlewareOf({ items: list });
}

const collection = (before, after, error) => middlewareOf({ items: undefined, before, after, error });

function copy(hooks, name) {
  if (!Array.isArray(hooks)) throw new ERR_INVALID_ARG_TYPE(name, 'Array', hooks);
  return hooks.slice();
}

// collect({ before, after, error }): one middleware of lists of regular hooks, which are copied; each list may be
// missing. Hooks of a list run in order. Error-hooks see failures of the other two as well.
function collect({ before = none, after = none, error = none }) {
  return collection(copy(before, 'before'), copy(after, 'after'), copy(error, 'error'));
}

// fromBeforeHook(hook): middleware that calls a regular hook, then next().
const fromBeforeHook = (hook) => collection([hook], none, none);

// fromAfterHook(hook): middleware that calls next(), then the hook.
const fromAfterHook = (hook) => collection(none, [hook], none);

// fromErrorHook(hook): middleware that calls next(), and the hook when that fails: context.error is the error,
// context.original a copy of the context, and context.result is not set. The error is thrown on unless the hook sets
// a result; context.error can be replaced.
const fromErrorHook = (hook) => collection(none, none, [hook]);

// runHook(hook, context, type): calls one regular hook. A promise of undefined.
const runHook = (hook, context, type) => runSeries([hook], context, type);

// runHooks(hooks): a function (context) that calls them after one continuation. A promise of the context when there are
// none, otherwise of undefined.
const runHooks = (hooks) => async (context) => {
  await undefined;
  return hooks.length ? runSeries(hooks, context, undefined) : context;
};

module.exports = {
  collect, compose, fromAfterHook, fromBeforeHook, fromErrorHook, runHook, runHooks, validateMiddleware,
};
