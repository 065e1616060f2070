'use strict';
// Event, CustomEvent and EventTarget (WHATWG DOM, section 2), without a tree: the target is the whole path.
//
// The listeners of one type are a Listeners object, so that adding and removing take the same time however many there
// are. A dispatch goes through the set of them, which lets records vanish and appear meanwhile; those that appear have
// a higher number than the last one at its beginning. An error of a listener, or the rejection of a promise that it
// gives, is reported as uncaught in the next tick, and the other listeners are called all the same.

const { now } = native('performance');
const { describeInterface } = require('internal/interface');
const {
  ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_MISSING_ARGS, define,
} = require('internal/errors');

const ERR_EVENT_RECURSION = define('ERR_EVENT_RECURSION', Error, (type) =>
  `The event "${type}" is already being dispatched`);

const kInspect = Symbol.for('nodejs.util.inspect.custom');

const BUBBLES = 1;
const CANCELABLE = 2;
const COMPOSED = 4;
const CANCELED = 8;
const STOPPED = 16; // propagation
const STOPPED_AT_ONCE = 32;
const IN_PASSIVE_LISTENER = 64;
const DISPATCHING = 128;
const TRUSTED = 256;

// What the two classes and this module's friends share: functions on the private parts of events.
let isEvent, flagsOf, setFlags, setTarget, typeOf;

class Event {
  #type;
  #flags = 0;
  #target = null;
  #time = now();

  static {
    isEvent = (value) => value !== null && typeof value === 'object' && #flags in value;
    flagsOf = (event) => event.#flags;
    setFlags = (event, flags) => {
      event.#flags = flags;
    };
    setTarget = (event, target) => {
      event.#target = target;
    };
    typeOf = (event) => event.#type;
  }

  // options: { bubbles, cancelable, composed }.
  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    this.#type = `${type}`;
    if (options === undefined || options === null) return;
    if (typeof options !== 'object' && typeof options !== 'function') {
      throw new ERR_INVALID_ARG_TYPE('options', 'object', options);
    }
    this.#flags = (options.bubbles ? BUBBLES : 0) | (options.cancelable ? CANCELABLE : 0) |
      (options.composed ? COMPOSED : 0);
  }

  // Of old: gives an event that is not being dispatched another type and other flags.
  initEvent(type, bubbles = false, cancelable = false) {
    check(this);
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    const name = `${type}`;
    if (this.#flags & DISPATCHING) return;
    this.#type = name;
    this.#target = null;
    this.#flags = (this.#flags & COMPOSED) | (bubbles ? BUBBLES : 0) | (cancelable ? CANCELABLE : 0);
  }

  get type() {
    check(this);
    return this.#type;
  }

  // The EventTarget it was dispatched to; null before.
  get target() {
    check(this);
    return this.#target;
  }

  // The same while its listeners run, else null.
  get currentTarget() {
    check(this);
    return this.#flags & DISPATCHING ? this.#target : null;
  }

  get srcElement() {
    check(this);
    return this.#target;
  }

  // [target] while listeners run, else [].
  composedPath() {
    check(this);
    return this.#flags & DISPATCHING ? [this.#target] : [];
  }

  // Event.AT_TARGET while listeners run, else Event.NONE.
  get eventPhase() {
    check(this);
    return this.#flags & DISPATCHING ? 2 : 0;
  }

  get bubbles() {
    check(this);
    return (this.#flags & BUBBLES) !== 0;
  }

  get cancelable() {
    check(this);
    return (this.#flags & CANCELABLE) !== 0;
  }

  get composed() {
    check(this);
    return (this.#flags & COMPOSED) !== 0;
  }

  get defaultPrevented() {
    check(this);
    return (this.#flags & CANCELED) !== 0;
  }

  // Of old: the opposite of defaultPrevented.
  get returnValue() {
    check(this);
    return (this.#flags & CANCELED) === 0;
  }

  set returnValue(value) {
    check(this);
    if (!value) this.preventDefault();
  }

  // Milliseconds, as performance.now() had them when the event was made.
  get timeStamp() {
    check(this);
    return this.#time;
  }

  // True for events of the runtime's own making.
  get isTrusted() {
    check(this);
    return (this.#flags & TRUSTED) !== 0;
  }

  // Of old: whether stopPropagation was called; setting true calls it.
  get cancelBubble() {
    check(this);
    return (this.#flags & STOPPED) !== 0;
  }

  set cancelBubble(value) {
    check(this);
    if (value) this.#flags |= STOPPED;
  }

  // Makes dispatchEvent give false, unless the event is not cancelable or the listener is passive.
  preventDefault() {
    check(this);
    if ((this.#flags & CANCELABLE) && !(this.#flags & IN_PASSIVE_LISTENER)) this.#flags |= CANCELED;
  }

  stopPropagation() {
    check(this);
    this.#flags |= STOPPED;
  }

  // No further listener is called.
  stopImmediatePropagation() {
    check(this);
    this.#flags |= STOPPED | STOPPED_AT_ONCE;
  }

  [kInspect](depth, options, inspect) {
    if (!isEvent(this)) return this;
    const { type, defaultPrevented, cancelable, timeStamp } = this;
    return `${this.constructor.name} ${inspect({ type, defaultPrevented, cancelable, timeStamp }, options)}`;
  }
}

function check(event) {
  if (!isEvent(event)) throw new ERR_INVALID_THIS('Event');
}

for (const [name, value] of [['NONE', 0], ['CAPTURING_PHASE', 1], ['AT_TARGET', 2], ['BUBBLING_PHASE', 3]]) {
  Object.defineProperty(Event, name, { value, enumerable: true });
  Object.defineProperty(Event.prototype, name, { value, enumerable: true });
}

class CustomEvent extends Event {
  #detail;

  // options: those of Event, and detail: anything.
  constructor(type, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    super(type, options);
    this.#detail = options?.detail ?? null;
  }

  get detail() {
    if (!isEvent(this) || !(#detail in this)) throw new ERR_INVALID_THIS('CustomEvent');
    return this.#detail;
  }

  // Of old: initEvent with a detail.
  initCustomEvent(type, bubbles = false, cancelable = false, detail = null) {
    this.initEvent(type, bubbles, cancelable);
    if (!(flagsOf(this) & DISPATCHING)) this.#detail = detail;
  }
}

function report(error) {
  process.nextTick(() => {
    throw error;
  });
}

function callListener(target, callback, event) {
  let result;
  try {
    if (typeof callback === 'function') {
      result = Reflect.apply(callback, target, [event]);
    } else {
      const { handleEvent } = callback;
      if (typeof handleEvent !== 'function') throw new ERR_INVALID_ARG_TYPE('handleEvent', 'function', handleEvent);
      result = Reflect.apply(handleEvent, callback, [event]);
    }
    if (result !== null && typeof result === 'object' && typeof result.then === 'function') {
      result.then(undefined, report);
    }
  } catch (error) {
    report(error);
  }
}

// Records { callback, capture, once, passive, number, removed, forget } of one type, at most one for each callback and
// capture. `forget`, when there is a signal, takes the record from it.
class Listeners {
  records = new Set();
  last = 0; // number of the newest
  #plain = new Map();
  #capturing;

  find(callback, capture) {
    return (capture ? this.#capturing : this.#plain)?.get(callback);
  }

  add(callback, capture, once, passive) {
    const record = { callback, capture, once, passive, number: ++this.last, removed: false, forget: undefined };
    if (capture) this.#capturing ??= new Map();
    (capture ? this.#capturing : this.#plain).set(callback, record);
    this.records.add(record);
    return record;
  }

  remove(record) {
    record.removed = true;
    this.records.delete(record);
    (record.capture ? this.#capturing : this.#plain).delete(record.callback);
    record.forget?.();
  }
}

let isTarget, dispatch, watchListeners, listenersOf;

class EventTarget {
  #lists; // Map: type -> Listeners
  #watcher; // called with type and number of listeners when that changes

  static {
    // Dispatches an event whose checks are done: false when it was canceled.
    dispatch = (target, event) => {
      setTarget(event, target);
      const list = target.#lists?.get(typeOf(event));
      if (list !== undefined) {
        setFlags(event, flagsOf(event) | DISPATCHING);
        target.#call(list, event);
      }
      const flags = flagsOf(event);
      setFlags(event, flags & ~(DISPATCHING | STOPPED | STOPPED_AT_ONCE | IN_PASSIVE_LISTENER));
      return (flags & CANCELED) === 0;
    };
    // `watcher(type, count)` is called when listeners are added or removed.
    watchListeners = (target, watcher) => {
      target.#watcher = watcher;
    };
    // The callbacks for a type, in order.
    listenersOf = (target, type) => [...target.#lists?.get(type)?.records ?? []].map((record) => record.callback);
  }

  // listener: a function or an object with handleEvent. options: capture, or { capture, once, passive, signal: an
  // AbortSignal that removes it }. The same listener is added once per type and capture.
  addEventListener(type, listener, options = undefined) {
    if (!isTarget(this)) throw new ERR_INVALID_THIS('EventTarget');
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');
    const name = `${type}`;
    let capture = Boolean(options);
    let once = false;
    let passive = false;
    let signal;
    if (capture && typeof options !== 'boolean') {
      ({ signal } = options);
      capture = Boolean(options.capture);
      once = Boolean(options.once);
      passive = Boolean(options.passive);
      if (signal !== undefined && !require('internal/abort').isAbortSignal(signal)) {
        throw new ERR_INVALID_ARG_TYPE('options.signal', 'AbortSignal', signal);
      }
    }
    if (!isListener(listener) || signal?.aborted) return;
    this.#lists ??= new Map();
    let list = this.#lists.get(name);
    if (list === undefined) {
      list = new Listeners();
      this.#lists.set(name, list);
    }
    if (list.find(listener, capture) !== undefined) return;
    const record = list.add(listener, capture, once, passive);
    if (signal !== undefined) this.#removeOnAbort(signal, name, record);
    this.#watcher?.(name, list.records.size);
  }

  // The signal must not keep the target alive.
  #removeOnAbort(signal, type, record) {
    const target = new WeakRef(this);
    const weak = new WeakRef(record);
    record.forget = require('internal/abort').addAbortAlgorithm(signal, () => {
      const found = weak.deref();
      if (found !== undefined && !found.removed) target.deref()?.#remove(type, found);
    }, weak);
  }

  removeEventListener(type, listener, options = undefined) {
    if (!isTarget(this)) throw new ERR_INVALID_THIS('EventTarget');
    if (arguments.length < 2) throw new ERR_MISSING_ARGS('type', 'listener');
    const name = `${type}`;
    if (!isListener(listener)) return;
    const capture = typeof options === 'object' || typeof options === 'function' ? Boolean(options?.capture)
      : Boolean(options);
    const record = this.#lists?.get(name)?.find(listener, capture);
    if (record !== undefined) this.#remove(name, record);
  }

  #remove(type, record) {
    const list = this.#lists.get(type);
    list.remove(record);
    const { size } = list.records;
    if (size === 0) this.#lists.delete(type);
    this.#watcher?.(type, size);
  }

  // Calls the listeners for an event, in the order in which they were added: false when one of them prevented the
  // default of a cancelable event.
  dispatchEvent(event) {
    if (!isTarget(this)) throw new ERR_INVALID_THIS('EventTarget');
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('event');
    if (!isEvent(event)) throw new ERR_INVALID_ARG_TYPE('event', 'Event', event);
    const flags = flagsOf(event);
    if (flags & DISPATCHING) throw new ERR_EVENT_RECURSION(typeOf(event));
    setFlags(event, flags & ~TRUSTED);
    return dispatch(this, event);
  }

  #call(list, event) {
    const { last } = list;
    for (const record of list.records) {
      if (record.number > last) break;
      if (record.once) this.#remove(typeOf(event), record);
      if (record.passive) setFlags(event, flagsOf(event) | IN_PASSIVE_LISTENER);
      callListener(this, record.callback, event);
      setFlags(event, flagsOf(event) & ~IN_PASSIVE_LISTENER);
      if (flagsOf(event) & STOPPED_AT_ONCE) break;
    }
  }

  static {
    isTarget = (value) => value !== null && typeof value === 'object' && #lists in value;
  }

  [kInspect](depth, options, inspect) {
    if (!isTarget(this)) return this;
    return `${this.constructor.name} ${inspect({}, options)}`;
  }
}

function isListener(listener) {
  if (typeof listener === 'function' || (typeof listener === 'object' && listener !== null)) return true;
  if (listener === undefined || listener === null) return false;
  throw new ERR_INVALID_ARG_TYPE('listener', 'EventListener', listener);
}

// Makes `on<type>` of a class an event handler attribute (HTML, "event handlers"): one listener, which keeps its place
// in the order as long as it is not null.
function defineEventHandler(Class, type) {
  const handlers = new WeakMap(); // target -> { value, listener }
  Object.defineProperty(Class.prototype, `on${type}`, {
    get: Object.getOwnPropertyDescriptor({
      get [`on${type}`]() {
        if (!isTarget(this)) throw new ERR_INVALID_THIS('EventTarget');
        return handlers.get(this)?.value ?? null;
      },
    }, `on${type}`).get,
    set: Object.getOwnPropertyDescriptor({
      set [`on${type}`](value) {
        if (!isTarget(this)) throw new ERR_INVALID_THIS('EventTarget');
        const now = handlers.get(this);
        if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) {
          if (now !== undefined) this.removeEventListener(type, now.listener);
          handlers.delete(this);
        } else if (now !== undefined) {
          now.value = value;
        } else {
          const handler = {
            value,
            listener(event) {
              if (typeof handler.value === 'function') return Reflect.apply(handler.value, this, [event]);
            },
          };
          handlers.set(this, handler);
          this.addEventListener(type, handler.listener);
        }
      },
    }, `on${type}`).set,
    enumerable: true,
    configurable: true,
  });
}

// An event with isTrusted, for `dispatch`.
function createTrustedEvent(type) {
  const event = new Event(type);
  setFlags(event, TRUSTED);
  return event;
}

for (const Class of [Event, CustomEvent, EventTarget]) describeInterface(Class);

module.exports = {
  CustomEvent,
  Event,
  EventTarget,
  createTrustedEvent,
  defineEventHandler,
  dispatch,
  listenersOf,
  watchListeners,
};
