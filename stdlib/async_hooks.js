'use strict';
// node:async_hooks (https://nodejs.org/api/async_context.html): values that follow asynchronous work. The engine carries one
// context along through promises, await, ticks, microtasks and timers; here it is a Map from the key of a storage to its
// value, which is never changed, or undefined for an empty one. What observes the work itself (createHook and the numbers
// of executions) is not available.

const { define } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validate');
const context = native('async_context');

const ERR_INVALID_ASYNC_ID = define('ERR_INVALID_ASYNC_ID', RangeError, (name, id) => `Invalid ${name} value: ${id}`);

// A context in which `key` has the value that it has in `source`, and all else that of `base`.
function withValueOf(base, key, source) {
  const result = new Map(base);
  if (source?.has(key)) result.set(key, source.get(key));
  else result.delete(key);
  return result;
}

// Calls fn with `this` and args while that context is the current one: what fn returns or throws.
function within(inner, fn, receiver, args) {
  const outer = context.get();
  context.set(inner);
  try {
    return Reflect.apply(fn, receiver, args);
  } finally {
    context.set(outer);
  }
}

class AsyncLocalStorage {
  #key = {}; // a new one when the storage is disabled, so that values given before are not found any more

  // A function that calls fn in the context of now.
  static bind(fn) {
    return AsyncResource.bind(fn);
  }

  // A function (fn, ...args) that calls fn in the context of now.
  static snapshot() {
    return AsyncLocalStorage.bind((fn, ...args) => fn(...args));
  }

  // The value of the current context, undefined outside of run and enterWith.
  getStore() {
    return context.get()?.get(this.#key);
  }

  // Calls fn(...args); in there, and in all asynchronous work that begins there, `store` is the value.
  run(store, fn, ...args) {
    return this.#call(new Map(context.get()).set(this.#key, store), fn, args);
  }

  // The same without a value.
  exit(fn, ...args) {
    return this.#call(withValueOf(context.get(), this.#key), fn, args);
  }

  // Afterwards this storage has its old value; what fn has made others enter stays.
  #call(inner, fn, args) {
    const key = this.#key, outer = context.get();
    context.set(inner);
    try {
      return fn(...args);
    } finally {
      const left = context.get();
      context.set(left === inner ? outer : withValueOf(left, key, outer));
    }
  }

  // Makes `store` the value for the rest of the current synchronous work and what begins there.
  enterWith(store) {
    context.set(new Map(context.get()).set(this.#key, store));
  }

  // Forgets all values until run or enterWith is called again.
  disable() {
    this.#key = {};
  }
}

let lastId = 1; // that of the program itself

// Work that something else than the engine puts off, a pool of connections for example: its functions run in the context
// in which the resource was made.
class AsyncResource {
  #context = context.get();
  #id = ++lastId;
  #triggerId;

  // options: { triggerAsyncId: who caused it, by default the program; requireManualDestroy has no effect }, or the number.
  constructor(type, options = {}) {
    validateString(type, 'type');
    let triggerId = options;
    if (typeof options !== 'number') triggerId = options.triggerAsyncId ?? 1;
    if (!Number.isSafeInteger(triggerId) || triggerId < -1) throw new ERR_INVALID_ASYNC_ID('triggerAsyncId', triggerId);
    this.#triggerId = triggerId;
  }

  // A function that calls fn in the context of now, with thisArg or, when that is undefined, its own receiver.
  static bind(fn, type, thisArg) {
    return new AsyncResource(type || fn?.name || 'bound-anonymous-fn').bind(fn, thisArg);
  }

  // The same in the context of the resource.
  bind(fn, thisArg) {
    validateFunction(fn, 'fn');
    const resource = this;
    const bound = function(...args) {
      return resource.runInAsyncScope(fn, thisArg === undefined ? this : thisArg, ...args);
    };
    return Object.defineProperty(bound, 'length', { value: fn.length, configurable: true });
  }

  // Calls fn with thisArg and args in the context of the resource: what it returns or throws.
  runInAsyncScope(fn, thisArg, ...args) {
    return within(this.#context, fn, thisArg, args);
  }

  // Nobody can watch it end: the resource.
  emitDestroy() {
    return this;
  }

  // A number of its own.
  asyncId() {
    return this.#id;
  }

  // The number of what caused it.
  triggerAsyncId() {
    return this.#triggerId;
  }
}

module.exports = {
  AsyncLocalStorage,
  AsyncResource,
  ...require('internal/unavailable')('async_hooks', ['createHook', 'executionAsyncId', 'executionAsyncResource',
                                                     'triggerAsyncId']),
};
