'use strict';
// node:diagnostics_channel (https://nodejs.org/api/diagnostics_channel.html): named channels through which libraries
// tell whoever subscribes what they do. Publishing to a channel that nobody subscribes to costs next to nothing.

const { ERR_INVALID_ARG_TYPE } = require('internal/errors');
const { validateFunction } = require('internal/validate');

const channels = new Map(); // name -> Channel

// What subscribers throw must not reach the one who publishes: it is an uncaught exception of its own.
function throwLater(error) {
  process.nextTick(() => { throw error; });
}

class Channel {
  // Lists are replaced when they change, so that a publication goes to those who were there when it began.
  _subscribers = undefined; // array of functions, undefined when there is none
  _stores = undefined;      // Map: AsyncLocalStorage -> transform or undefined

  constructor(name) {
    this.name = name;
  }

  // Calls onMessage(message, name) synchronously for every message.
  subscribe(onMessage) {
    validateFunction(onMessage, 'subscription');
    this._subscribers = [...this._subscribers ?? [], onMessage];
  }

  // Takes away the first subscription of that function: whether there was one.
  unsubscribe(onMessage) {
    const index = this._subscribers?.indexOf(onMessage) ?? -1;
    if (index < 0) return false;
    const rest = this._subscribers.toSpliced(index, 1);
    this._subscribers = rest.length ? rest : undefined;
    return true;
  }

  // In runStores, store.run() is given the context, or what transform(context) makes of it.
  bindStore(store, transform) {
    this._stores = new Map(this._stores).set(store, transform);
  }

  // Takes away a store: whether it was there.
  unbindStore(store) {
    if (!this._stores?.has(store)) return false;
    const rest = new Map(this._stores);
    rest.delete(store);
    this._stores = rest.size ? rest : undefined;
    return true;
  }

  // Whether anybody subscribes or has bound a store.
  get hasSubscribers() {
    return this._subscribers !== undefined || this._stores !== undefined;
  }

  // Calls the subscribers in their order. What they throw becomes an uncaught exception in the next tick.
  publish(message) {
    const subscribers = this._subscribers;
    if (subscribers === undefined) return;
    for (let i = 0; i < subscribers.length; i++) {
      try {
        const onMessage = subscribers[i];
        onMessage(message, this.name);
      } catch (error) {
        throwLater(error);
      }
    }
  }

  // Publishes the context and calls fn with thisArg and args, within all bound stores: what fn returns.
  runStores(context, fn, thisArg, ...args) {
    let run = () => {
      this.publish(context);
      return Reflect.apply(fn, thisArg, args);
    };
    for (const [store, transform] of this._stores ?? []) {
      const inner = run;
      run = () => {
        let value = context;
        try {
          if (transform !== undefined) value = transform(context);
        } catch (error) {
          throwLater(error);
          return inner();
        }
        return store.run(value, inner);
      };
    }
    return run();
  }
}

// The channel of a name (string or symbol), made when it is first asked for.
function channel(name) {
  let found = channels.get(name);
  if (found === undefined) {
    if (typeof name !== 'string' && typeof name !== 'symbol') {
      throw new ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
    }
    channels.set(name, found = new Channel(name));
  }
  return found;
}

// channel(name).subscribe(onMessage)
function subscribe(name, onMessage) {
  return channel(name).subscribe(onMessage);
}

// channel(name).unsubscribe(onMessage)
function unsubscribe(name, onMessage) {
  return channel(name).unsubscribe(onMessage);
}

// Whether the channel of that name exists and anybody listens to it.
function hasSubscribers(name) {
  return channels.get(name)?.hasSubscribers ?? false;
}

const EVENTS = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

// The five channels of one operation: when it starts and ends, when what it promised starts and ends, and when it
// fails. All of them are given one context object, which gets `result` or `error`.
class TracingChannel {
  constructor(nameOrChannels) {
    const named = typeof nameOrChannels === 'string';
    if (!named && (typeof nameOrChannels !== 'object' || nameOrChannels === null)) {
      throw new ERR_INVALID_ARG_TYPE('nameOrChannels', ['string', 'TracingChannel', 'Object'], nameOrChannels);
    }
    for (const event of EVENTS) {
      const value = named ? channel(`tracing:${nameOrChannels}:${event}`) : nameOrChannels[event];
      if (!(value instanceof Channel)) {
        throw new ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, 'Channel', value);
      }
      Object.defineProperty(this, event, { value });
    }
  }

  // Whether anybody listens to one of the channels.
  get hasSubscribers() {
    return EVENTS.some((event) => this[event].hasSubscribers);
  }

  // Subscribes { start, end, asyncStart, asyncEnd, error }, each of which may be missing.
  subscribe(handlers) {
    for (const event of EVENTS) if (handlers[event]) this[event].subscribe(handlers[event]);
  }

  // Takes the handlers away: whether all of them were there.
  unsubscribe(handlers) {
    let all = true;
    for (const event of EVENTS) {
      if (handlers[event] && !this[event].unsubscribe(handlers[event])) all = false;
    }
    return all;
  }

  // Calls fn with thisArg and args between `start` and `end`: what it returns or throws.
  traceSync(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    return this.start.runStores(context, () => {
      try {
        return context.result = Reflect.apply(fn, thisArg, args);
      } catch (error) {
        this.#fail(context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  // The same for a function that returns a promise, whose settling is published as `asyncStart` and `asyncEnd`.
  // Returns a promise that settles as that one does.
  tracePromise(fn, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    const settled = () => {
      this.asyncStart.publish(context);
      this.asyncEnd.publish(context);
    };
    return this.start.runStores(context, () => {
      try {
        const promise = Reflect.apply(fn, thisArg, args);
        return (typeof promise?.then === 'function' ? promise : Promise.resolve(promise)).then((result) => {
          context.result = result;
          settled();
          return result;
        }, (error) => {
          this.#fail(context, error);
          settled();
          throw error;
        });
      } catch (error) {
        this.#fail(context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  // The same for a function whose argument at that position is a callback (error, result), by default the last one.
  traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    const channels = this;
    const callback = args.at(position);
    validateFunction(callback, 'callback');
    args.splice(position, 1, function(...results) {
      if (results[0]) channels.#fail(context, results[0]);
      else context.result = results[1];
      channels.asyncStart.runStores(context, () => {
        try {
          Reflect.apply(callback, this, results);
        } finally {
          channels.asyncEnd.publish(context);
        }
      });
    });
    return this.start.runStores(context, () => {
      try {
        return Reflect.apply(fn, thisArg, args);
      } catch (error) {
        this.#fail(context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  #fail(context, error) {
    context.error = error;
    this.error.publish(context);
  }
}

// The five channels "tracing:<name>:<event>", or those of an object that has them as properties.
function tracingChannel(nameOrChannels) {
  return new TracingChannel(nameOrChannels);
}

module.exports = { channel, hasSubscribers, subscribe, tracingChannel, unsubscribe, Channel };
