'use strict';
// What belongs to hooks of a function, class or object: a HookManager, under the symbol HOOKS of it. Managers along a
// chain of prototypes, and those of functions that wrap wrapped ones, are parents of each other.

const { ERR_INVALID_ARG_TYPE } = require('internal/errors');

const HOOKS = Symbol.for('@feathersjs/hooks');

// Copies own enumerable properties, accessors as such; gives the target.
function copyProperties(target, ...originals) {
  for (const original of originals) {
    for (const key of Reflect.ownKeys(original)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(original, key);
      if (descriptor.enumerable) Object.defineProperty(target, key, descriptor);
    }
  }
  return target;
}

// What is known of a call. Wrapped functions have a class of their own below this, with their parameters and
// properties on its prototype.
class BaseHookContext {
  self;

  constructor(data) {
    if (data) Object.assign(this, data);
  }

  // A plain object with the context's properties, those of its class included.
  toJSON() {
    const json = {};
    for (const key in this) json[key] = this[key];
    return json;
  }
}

function joined(first, second) {
  return first && second ? first.concat(second) : first || second;
}

// Settings of hooks. All setters give the manager. get… give null where nothing is set; parents come first.
class HookManager {
  constructor() {
    this._parent = null;
    this._params = null;
    this._middleware = null;
    this._props = null;
    this._defaults = undefined;
  }

  parent(parent) {
    this._parent = parent;
    return this;
  }

  // The list of middleware, which is not copied.
  middleware(middleware) {
    this._middleware = middleware?.length ? middleware : null;
    return this;
  }

  getMiddleware() {
    return joined(this._parent && this._parent.getMiddleware(), this._middleware);
  }

  // A new list of what runs around a call: middleware of the object and its prototypes, then the function's.
  collectMiddleware(self, args) {
    const others = getMiddleware(self), own = this.getMiddleware();
    return others ? others.concat(own || []) : own ? own.slice() : [];
  }

  // Adds properties that every context has.
  props(props) {
    this._props = copyProperties(this._props || {}, props);
    return this;
  }

  getProps() {
    const inherited = this._parent && this._parent.getProps();
    return inherited && this._props ? copyProperties({}, this._props, inherited) : inherited || this._props;
  }

  // Names arguments, in their order: properties of the context that read and write context.arguments.
  params(...params) {
    this._params = params;
    return this;
  }

  getParams() {
    return joined(this._parent && this._parent.getParams(), this._params);
  }

  // A function (self, args, context) that gives values for properties of the context that are undefined.
  defaults(defaults) {
    this._defaults = defaults;
    return this;
  }

  getDefaults(self, args, context) {
    const own = this._defaults ? this._defaults(self, args, context) : null;
    const inherited = this._parent && this._parent.getDefaults(self, args, context);
    return inherited && own ? { ...inherited, ...own } : inherited || own;
  }

  // A new class of contexts with the parameters and properties.
  getContextClass(Base = BaseHookContext) {
    const ContextClass = class ContextClass extends Base {
      constructor(data) {
        super(data);
      }
    };
    const params = this.getParams() || [], props = this.getProps() || {};
    for (const [index, name] of params.entries()) {
      if (props[name] !== undefined) {
        throw new Error(`Hooks can not have a property and param named '${name}'. Use .defaults instead.`);
      }
      Object.defineProperty(ContextClass.prototype, name, {
        enumerable: true,
        get() {
          return this.arguments[index];
        },
        set(value) {
          this.arguments[index] = value;
        },
      });
    }
    copyProperties(ContextClass.prototype, props);
    return ContextClass;
  }

  // Puts receiver, arguments and defaults of a call into a context, and gives that.
  initializeContext(self, args, context) {
    if (this._parent) this._parent.initializeContext(self, args, context);
    const defaults = this.getDefaults(self, args, context);
    if (self) context.self = self;
    context.arguments = args;
    if (defaults) {
      for (const name of Object.keys(defaults)) {
        if (context[name] === undefined) context[name] = defaults[name];
      }
    }
    return context;
  }
}

// A manager of options: one, an array of middleware, or nothing.
function convertOptions(options) {
  if (typeof options?.collectMiddleware === 'function') return options; // another copy of this library may have made it
  if (options !== undefined && options !== null && !Array.isArray(options)) {
    throw new ERR_INVALID_ARG_TYPE('options', ['HookManager', 'Array'], options);
  }
  return new HookManager().middleware(options);
}

// The manager of a function or object, its own or inherited, or null.
function getManager(target) {
  return (target && target[HOOKS]) || null;
}

// Makes a manager that of a function or object, which is given back; the one there was becomes its parent.
function setManager(target, manager) {
  const before = getManager(target);
  if (before !== manager) manager.parent(before);
  target[HOOKS] = manager;
  return target;
}

// All middleware of a function or object, or null.
function getMiddleware(target) {
  const manager = getManager(target);
  return manager && manager.getMiddleware();
}

// setManager with a list of middleware.
function setMiddleware(target, middleware) {
  return setManager(target, convertOptions(middleware));
}

module.exports = {
  BaseHookContext, HOOKS, HookManager, convertOptions, copyProperties, getManager, getMiddleware, setManager,
  setMiddleware,
};
