'use strict';
// events: objects that call listeners by the names of events (Node documentation, "Events").
//
// The listeners of an event are in emitter._events under its name: a single function, or an array of at least
// two. Emitting to an array goes over a copy, so that listeners may come and go meanwhile. What `once` adds is
// a function that removes itself and has the given one as `listener`.
const { AbortError, ERR_INVALID_ARG_TYPE, define } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateNumber } =
  require('internal/validate');

const { apply } = Reflect;

const kCapture = Symbol('kCapture');
const kShapeMode = Symbol('shapeMode');
const kMaxEventTargetListeners = Symbol('events.maxEventTargetListeners');
const kMaxEventTargetListenersWarned = Symbol('events.maxEventTargetListenersWarned');
const errorMonitor = Symbol('events.errorMonitor');
const captureRejectionSymbol = Symbol.for('nodejs.rejection');

const ERR_UNHANDLED_ERROR = define('ERR_UNHANDLED_ERROR', Error, (shown) => `Unhandled error. (${shown})`);

let defaultMaxListeners = 10;

// new EventEmitter([{ captureRejections }]). With captureRejections, promises that listeners give and that are
// rejected become 'error' events.
function EventEmitter(options) {
  EventEmitter.init.call(this, options);
}

EventEmitter.prototype._events = undefined;
EventEmitter.prototype._eventsCount = 0;
EventEmitter.prototype._maxListeners = undefined;
Object.defineProperty(EventEmitter.prototype, kCapture, { value: false, writable: true });

// Makes `this` an emitter; what constructors that are not called with `new` do.
EventEmitter.init = function (options) {
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = Object.create(null);
    this._eventsCount = 0;
  }
  this._maxListeners ||= undefined;
  this[kShapeMode] = false;
  if (options?.captureRejections) {
    validateBoolean(options.captureRejections, 'options.captureRejections');
    this[kCapture] = true;
  } else {
    this[kCapture] = EventEmitter.prototype[kCapture];
  }
};

// --- Emitting ----------------------------------------------------------------------------------------------

// emit(name, ...args): calls the listeners in turn; whether there were any. Without listeners 'error' throws
// its argument, or ERR_UNHANDLED_ERROR when that is no error.
EventEmitter.prototype.emit = function emit(type, ...args) {
  const events = this._events;
  if (type === 'error') {
    if (events?.[errorMonitor] !== undefined) this.emit(errorMonitor, ...args);
    if (events?.error === undefined) throwUnhandled(args[0]);
  }
  const handler = events?.[type];
  if (handler === undefined) return false;
  if (typeof handler === 'function') {
    callListener(this, type, handler, args);
  } else {
    const listeners = handler.slice();
    for (let i = 0; i < listeners.length; i++) callListener(this, type, listeners[i], args);
  }
  return true;
};

function callListener(emitter, type, listener, args) {
  let result;
  switch (args.length) {
    case 0:
      result = listener.call(emitter);
      break;
    case 1:
      result = listener.call(emitter, args[0]);
      break;
    case 2:
      result = listener.call(emitter, args[0], args[1]);
      break;
    default:
      result = apply(listener, emitter, args);
  }
  if (result !== undefined && result !== null && emitter[kCapture]) {
    captureRejection(emitter, type, result, args);
  }
}

function throwUnhandled(error) {
  if (error instanceof Error) throw error;
  const { inspect } = require('util');
  let shown;
  try {
    shown = inspect(error);
  } catch {
    shown = error;
  }
  const wrapped = new ERR_UNHANDLED_ERROR(shown);
  wrapped.context = error;
  throw wrapped;
}

// When a promise that a listener gave is rejected the emitter's own handler is called, or 'error' emitted.
function captureRejection(emitter, type, promise, args) {
  let then;
  try {
    then = promise.then;
    if (typeof then !== 'function') return;
    then.call(promise, undefined, (error) => process.nextTick(emitRejection, emitter, type, error, args));
  } catch (error) {
    emitter.emit('error', error);
  }
}

function emitRejection(emitter, type, error, args) {
  if (typeof emitter[captureRejectionSymbol] === 'function') {
    emitter[captureRejectionSymbol](error, type, ...args);
    return;
  }
  // A listener of 'error' that is rejected itself must not begin again.
  const capture = emitter[kCapture];
  try {
    emitter[kCapture] = false;
    emitter.emit('error', error);
  } finally {
    emitter[kCapture] = capture;
  }
}

// --- Listeners ---------------------------------------------------------------------------------------------

function addListenerTo(emitter, type, listener, first) {
  validateFunction(listener, 'listener');
  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = Object.create(null);
    emitter._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    emitter.emit('newListener', type, listener.listener ?? listener);
    events = emitter._events; // the listener may have replaced it
  }
  const before = events[type];
  if (before === undefined) {
    events[type] = listener;
    emitter._eventsCount++;
    return emitter;
  }
  let list = before;
  if (typeof before === 'function') {
    list = events[type] = first ? [listener, before] : [before, listener];
  } else if (first) {
    list.unshift(listener);
  } else {
    list.push(listener);
  }
  const limit = maxListenersOf(emitter);
  if (limit > 0 && list.length > limit && !list.warned) {
    list.warned = true;
    warnOfLeak(emitter, type, list.length, limit);
  }
  return emitter;
}

function warnOfLeak(emitter, type, count, limit) {
  const { inspect } = require('util');
  const warning = new Error(
    `Possible EventEmitter memory leak detected. ${count} ${String(type)} listeners added to ` +
      `${inspect(emitter, { depth: -1 })}. MaxListeners is ${limit}. ` +
      'Use emitter.setMaxListeners() to increase limit',
  );
  warning.name = 'MaxListenersExceededWarning';
  warning.emitter = emitter;
  warning.type = type;
  warning.count = count;
  process.emitWarning(warning);
}

// on(name, listener): adds at the end; the emitter. Beyond getMaxListeners() a warning is given once.
EventEmitter.prototype.addListener = function addListener(type, listener) {
  return addListenerTo(this, type, listener, false);
};

EventEmitter.prototype.on = EventEmitter.prototype.addListener;

// prependListener(name, listener): adds at the beginning.
EventEmitter.prototype.prependListener = function prependListener(type, listener) {
  return addListenerTo(this, type, listener, true);
};

// A function that is called once at most and removes itself before.
function onceListener(emitter, type, listener) {
  validateFunction(listener, 'listener');
  let called = false;
  const onceWrapper = function (...args) {
    if (called) return undefined;
    called = true;
    emitter.removeListener(type, onceWrapper);
    return args.length === 0 ? listener.call(emitter) : apply(listener, emitter, args);
  };
  Object.defineProperty(onceWrapper, 'name', { value: 'bound onceWrapper', configurable: true });
  onceWrapper.listener = listener;
  return onceWrapper;
}

// once(name, listener): adds a listener for the next event only.
EventEmitter.prototype.once = function once(type, listener) {
  return this.on(type, onceListener(this, type, listener));
};

EventEmitter.prototype.prependOnceListener = function prependOnceListener(type, listener) {
  return this.prependListener(type, onceListener(this, type, listener));
};

// removeListener(name, listener): removes the one that was added last; the emitter.
EventEmitter.prototype.removeListener = function removeListener(type, listener) {
  validateFunction(listener, 'listener');
  const events = this._events;
  const before = events?.[type];
  if (before === undefined) return this;
  let removed;
  if (typeof before === 'function') {
    if (before !== listener && before.listener !== listener) return this;
    removed = before;
    forgetEvent(this, type);
  } else {
    let i = before.length - 1;
    while (i >= 0 && before[i] !== listener && before[i].listener !== listener) i--;
    if (i < 0) return this;
    removed = before[i];
    if (i === 0) before.shift();
    else before.splice(i, 1);
    if (before.length === 1) events[type] = before[0];
  }
  if (events.removeListener !== undefined) {
    this.emit('removeListener', type, removed.listener ?? listener);
  }
  return this;
};

EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

function forgetEvent(emitter, type) {
  if (--emitter._eventsCount === 0) emitter._events = Object.create(null);
  else delete emitter._events[type];
}

// removeAllListeners([name]): the latest first, each with a 'removeListener' event if somebody listens to that.
EventEmitter.prototype.removeAllListeners = function removeAllListeners(type) {
  const events = this._events;
  if (events === undefined) return this;
  if (events.removeListener === undefined) {
    if (arguments.length === 0) {
      this._events = Object.create(null);
      this._eventsCount = 0;
    } else if (events[type] !== undefined) {
      forgetEvent(this, type);
    }
    return this;
  }
  if (arguments.length === 0) {
    for (const name of Reflect.ownKeys(events)) {
      if (name !== 'removeListener') this.removeAllListeners(name);
    }
    this.removeAllListeners('removeListener');
    this._events = Object.create(null);
    this._eventsCount = 0;
    return this;
  }
  const listeners = events[type];
  if (typeof listeners === 'function') {
    this.removeListener(type, listeners);
  } else if (listeners !== undefined) {
    for (let i = listeners.length - 1; i >= 0; i--) this.removeListener(type, listeners[i]);
  }
  return this;
};

function listenersOf(emitter, type) {
  const listeners = emitter._events?.[type];
  if (listeners === undefined) return [];
  return typeof listeners === 'function' ? [listeners] : listeners.slice();
}

// listeners(name): copies of the functions that were given.
EventEmitter.prototype.listeners = function listeners(type) {
  return listenersOf(this, type).map((listener) => listener.listener ?? listener);
};

// rawListeners(name): the same with the wrappers of `once`.
EventEmitter.prototype.rawListeners = function rawListeners(type) {
  return listenersOf(this, type);
};

// listenerCount(name[, listener]): how many there are, or how often this one is there.
EventEmitter.prototype.listenerCount = function listenerCount(type, listener) {
  const listeners = this._events?.[type];
  if (listeners === undefined) return 0;
  if (listener === undefined || listener === null) {
    return typeof listeners === 'function' ? 1 : listeners.length;
  }
  let count = 0;
  for (const one of listenersOf(this, type)) count += one === listener || one.listener === listener ? 1 : 0;
  return count;
};

// eventNames(): strings and symbols that have listeners.
EventEmitter.prototype.eventNames = function eventNames() {
  return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : [];
};

// setMaxListeners(n): 0 or Infinity for no limit.
EventEmitter.prototype.setMaxListeners = function setMaxListeners(n) {
  validateNumber(n, 'setMaxListeners', 0);
  this._maxListeners = n;
  return this;
};

function maxListenersOf(emitter) {
  return emitter._maxListeners === undefined ? defaultMaxListeners : emitter._maxListeners;
}

EventEmitter.prototype.getMaxListeners = function getMaxListeners() {
  return maxListenersOf(this);
};

// --- Functions for emitters and event targets --------------------------------------------------------------

const isEventTarget = (value) => typeof value?.addEventListener === 'function';

// Adds to either; the options of an event target do not hold for emitters, except `once`.
function listen(emitter, type, listener, once) {
  if (typeof emitter?.on === 'function') {
    if (once) emitter.once(type, listener);
    else emitter.on(type, listener);
  } else if (isEventTarget(emitter)) {
    emitter.addEventListener(type, listener, { once });
  } else {
    throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
  }
}

function unlisten(emitter, type, listener) {
  if (typeof emitter.removeListener === 'function') emitter.removeListener(type, listener);
  else emitter.removeEventListener(type, listener);
}

// once(emitter, name[, { signal }]): a promise of the array of arguments of the next event. It is rejected by
// an 'error' event, or with an AbortError.
async function once(emitter, name, options = {}) {
  const signal = options?.signal;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  return new Promise((resolve, reject) => {
    const watchesError = name !== 'error' && typeof emitter?.once === 'function';
    const done = () => {
      if (watchesError) emitter.removeListener('error', onError);
      signal?.removeEventListener('abort', onAbort);
    };
    const onEvent = (...args) => {
      done();
      resolve(args);
    };
    const onError = (error) => {
      emitter.removeListener(name, onEvent);
      done();
      reject(error);
    };
    const onAbort = () => {
      unlisten(emitter, name, onEvent);
      done();
      reject(new AbortError(undefined, { cause: signal.reason }));
    };
    listen(emitter, name, onEvent, true);
    if (watchesError) emitter.once('error', onError);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

// A queue whose first element is taken without moving the others.
class Queue {
  #items = [];
  #head = 0;
  get length() {
    return this.#items.length - this.#head;
  }
  push(item) {
    this.#items.push(item);
  }
  shift() {
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head > 32 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

const AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

// on(emitter, name[, { signal, close, highWaterMark, lowWaterMark }]): an asynchronous iterator of the arrays of
// arguments of events. 'error' events and aborting make it throw; events named in the array `close` end it. An
// emitter with pause() is paused while more than highWaterMark events wait.
function on(emitter, event, options = {}) {
  const signal = options?.signal;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  const high = options?.highWaterMark ?? options?.highWatermark ?? Number.MAX_SAFE_INTEGER;
  validateInteger(high, 'options.highWaterMark', 1);
  const low = options?.lowWaterMark ?? options?.lowWatermark ?? 1;
  validateInteger(low, 'options.lowWaterMark', 1);

  const waiting = new Queue(); // events that nobody has asked for
  const asking = new Queue(); // { resolve, reject } of next() calls that wait for events
  const listening = []; // [name, listener]
  let paused = false;
  let error = null;
  let finished = false;

  function subscribe(name, listener) {
    listen(emitter, name, listener, false);
    listening.push([name, listener]);
  }

  function onEvent(...args) {
    if (asking.length > 0) {
      asking.shift().resolve({ value: args, done: false });
      return;
    }
    waiting.push(args);
    if (!paused && waiting.length > high && typeof emitter.pause === 'function') {
      paused = true;
      emitter.pause();
    }
  }

  function onError(reason) {
    if (asking.length > 0) asking.shift().reject(reason);
    else error = reason;
    close();
  }

  function onAbort() {
    onError(new AbortError(undefined, { cause: signal.reason }));
  }

  function close() {
    signal?.removeEventListener('abort', onAbort);
    for (const [name, listener] of listening) unlisten(emitter, name, listener);
    listening.length = 0;
    finished = true;
    while (asking.length > 0) asking.shift().resolve({ value: undefined, done: true });
    return Promise.resolve({ value: undefined, done: true });
  }

  const iterator = {
    next() {
      if (waiting.length > 0) {
        const value = waiting.shift();
        if (paused && waiting.length < low) {
          emitter.resume();
          paused = false;
        }
        return Promise.resolve({ value, done: false });
      }
      if (error !== null) {
        const rejected = Promise.reject(error);
        error = null;
        return rejected;
      }
      if (finished) return close();
      return new Promise((resolve, reject) => asking.push({ resolve, reject }));
    },
    return() {
      return close();
    },
    throw(reason) {
      if (!(reason instanceof Error)) {
        throw new ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', reason);
      }
      onError(reason);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };

  subscribe(event, onEvent);
  if (event !== 'error' && typeof emitter.on === 'function') subscribe('error', onError);
  for (const name of options?.close ?? []) subscribe(name, close);
  signal?.addEventListener('abort', onAbort, { once: true });
  return Object.setPrototypeOf(iterator, AsyncIteratorPrototype);
}

function noEmitter(name, value) {
  return new ERR_INVALID_ARG_TYPE(name, ['EventEmitter', 'EventTarget'], value);
}

// getEventListeners(emitterOrTarget, name): a copy of the listeners.
function getEventListeners(emitter, type) {
  if (typeof emitter?.listeners === 'function') return emitter.listeners(type);
  if (!isEventTarget(emitter)) throw noEmitter('emitter', emitter);
  return require('internal/event_target').listenersOf(emitter, type);
}

// getMaxListeners(emitterOrTarget)
function getMaxListeners(emitter) {
  if (typeof emitter?.getMaxListeners === 'function') return maxListenersOf(emitter);
  if (!isEventTarget(emitter)) throw noEmitter('emitter', emitter);
  return emitter[kMaxEventTargetListeners] ?? defaultMaxListeners;
}

// setMaxListeners([n[, ...emittersOrTargets]]): for these, or as the default of all.
function setMaxListeners(n = defaultMaxListeners, ...targets) {
  validateNumber(n, 'setMaxListeners', 0);
  if (targets.length === 0) defaultMaxListeners = n;
  for (const target of targets) {
    if (isEventTarget(target)) {
      target[kMaxEventTargetListeners] = n;
      target[kMaxEventTargetListenersWarned] = false;
    } else if (typeof target?.setMaxListeners === 'function') {
      target.setMaxListeners(n);
    } else {
      throw noEmitter('eventTargets', target);
    }
  }
}

// listenerCount(emitter, name): as the method; for emitters that do not have one too.
function listenerCount(emitter, type) {
  return typeof emitter.listenerCount === 'function'
    ? emitter.listenerCount(type)
    : EventEmitter.prototype.listenerCount.call(emitter, type);
}

// addAbortListener(signal, listener): calls `listener` once, also when the signal is aborted already. What it
// gives is disposable: that takes the listener away.
function addAbortListener(signal, listener) {
  if (signal === undefined) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');
  if (signal.aborted) queueMicrotask(() => listener());
  else signal.addEventListener('abort', listener, { once: true });
  return {
    __proto__: null,
    [Symbol.dispose]() {
      signal.removeEventListener('abort', listener);
    },
  };
}

module.exports = Object.assign(EventEmitter, {
  addAbortListener,
  once,
  on,
  getEventListeners,
  getMaxListeners,
  EventEmitter,
  usingDomains: false,
  captureRejectionSymbol,
  errorMonitor,
  setMaxListeners,
  listenerCount,
});

Object.defineProperties(EventEmitter, {
  captureRejections: {
    get: () => EventEmitter.prototype[kCapture],
    set(value) {
      validateBoolean(value, 'EventEmitter.captureRejections');
      EventEmitter.prototype[kCapture] = value;
    },
    enumerable: true,
  },
  defaultMaxListeners: {
    get: () => defaultMaxListeners,
    set(n) {
      validateNumber(n, 'defaultMaxListeners', 0);
      defaultMaxListeners = n;
    },
    enumerable: true,
  },
  kMaxEventTargetListeners: { value: kMaxEventTargetListeners },
  kMaxEventTargetListenersWarned: { value: kMaxEventTargetListenersWarned },
});

native('process').setEmitter(EventEmitter.prototype);
