'use strict';
// Functions that run their original inside of middleware.

const { HOOKS, HookManager, convertOptions, copyProperties, setManager, setMiddleware } =
  require('internal/hooks/manager');
const { validateMiddleware } = require('internal/hooks/middleware');
const { Run, finish } = require('internal/hooks/run');

// A call with a context: a promise of that when it was `given` by the caller, otherwise of its result.
function callInContext(wrapper, manager, self, args, given) {
  const context = manager.initializeContext(self, args, given || new wrapper.Context());
  const middleware = manager.collectMiddleware(self, args);
  validateMiddleware(middleware);
  const run = new Run(middleware, 0, null, self, context, undefined, wrapper);
  run.answer = given ? 'context' : 'result';
  return finish(run);
}

// The function without hooks; one that has none is its own.
function getOriginal(fn) {
  return typeof fn.original === 'function' ? getOriginal(fn.original) : fn;
}

// functionHooks(fn, options): a new function that runs `fn` inside of middleware, with the name, length and properties
// of `fn`, and `original`, `Context` (the class of its contexts) and `createContext(data)`. Options as convertOptions
// takes them.
function functionHooks(fn, options) {
  if (typeof fn !== 'function') throw new Error('Can not apply hooks to non-function');
  const manager = convertOptions(options);
  const isPlain = manager.constructor === HookManager; // derived ones may do other things
  function wrapper(...args) {
    try {
      const last = args.length > 0 ? args[args.length - 1] : undefined;
      if (typeof last === 'object' && last instanceof wrapper.Context) {
        return callInContext(wrapper, manager, this, args, args.pop());
      }
      if (isPlain && manager._middleware === null && manager._parent === null && manager._defaults === undefined &&
          !this?.[HOOKS]) {
        return Promise.resolve(wrapper.original.apply(this, args)); // nobody would see a context
      }
      return callInContext(wrapper, manager, this, args, undefined);
    } catch (error) {
      return Promise.reject(error);
    }
  }
  for (const key of ['name', 'length']) Object.defineProperty(wrapper, key, Object.getOwnPropertyDescriptor(fn, key));
  setManager(copyProperties(wrapper, fn), manager);
  return Object.assign(wrapper, {
    original: getOriginal(fn),
    Context: manager.getContextClass(),
    createContext(data = {}) {
      return new wrapper.Context(data);
    },
  });
}

// The same for a method, whose name contexts then have.
function methodHooks(fn, options, method) {
  if (typeof fn !== 'function') throw new Error(`Can not apply hooks. '${String(method)}' is not a function`);
  return functionHooks(fn, convertOptions(options).props({ method: String(method) }));
}

// objectHooks(object, hooks): with a list of middleware, hooks for all wrapped methods of an object; with an object
// { method: options }, wraps those methods, of the object itself or of its `prototype`. Gives the object.
function objectHooks(object, hooks) {
  if (Array.isArray(hooks)) return setMiddleware(object, hooks);
  for (const method of Object.keys(hooks)) {
    const target = typeof object[method] === 'function' ? object : object.prototype;
    target[method] = methodHooks(target?.[method], hooks[method], method);
  }
  return object;
}

// hookDecorator(options): a decorator (value, context) of methods and classes as the language specifies them.
const hookDecorator = (options) => (target, context) => {
  const manager = convertOptions(options);
  switch (context?.kind) {
    case 'class':
      setManager(target.prototype, manager);
      return target;
    case 'method':
      return methodHooks(target, manager, context.name);
    default:
      throw new Error('Can not apply hooks.');
  }
};

// legacyDecorator(options): a decorator (prototype, name, descriptor) of methods, or (class), as TypeScript's
// experimentalDecorators call them.
const legacyDecorator = (options) => (target, name, descriptor) => {
  const manager = convertOptions(options);
  if (descriptor === undefined) {
    setManager(target.prototype, manager);
    return target;
  }
  descriptor.value = methodHooks(descriptor.value, manager, name);
  return descriptor;
};

module.exports = { functionHooks, getOriginal, hookDecorator, legacyDecorator, objectHooks };
