'use strict';
// Methods of Readable that work like those of arrays, on chunks as they come (Node documentation, "Readable streams":
// map, filter, forEach, toArray, some, find, every, flatMap, drop, take, reduce). Callbacks get (chunk, { signal })
// and may be async; options are { concurrency, highWaterMark, signal }.

const { AbortError, ERR_INVALID_ARG_TYPE, ERR_MISSING_ARGS, ERR_OUT_OF_RANGE } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateInteger, validateObject } = require('internal/validate');

function checkOptions(options) {
  if (options !== undefined && options !== null) validateObject(options, 'options');
  if (options?.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
}

const throwIfAborted = (signal) => {
  if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
};

const EMPTY = Symbol('empty'); // what filter's mapping gives for chunks that do not pass

// Runs fn on up to `concurrency` chunks at a time; gives the results in order.
function mapped(stream, fn, options) {
  validateFunction(fn, 'fn');
  checkOptions(options);
  let concurrency = 1;
  if (options?.concurrency !== undefined && options.concurrency !== null) concurrency = Math.floor(options.concurrency);
  let ahead = concurrency - 1;
  if (options?.highWaterMark !== undefined && options.highWaterMark !== null) ahead = Math.floor(options.highWaterMark);
  validateInteger(concurrency, 'options.concurrency', 1);
  validateInteger(ahead, 'options.highWaterMark', 0);
  ahead += concurrency;
  return results(stream, fn, options?.signal, concurrency, ahead);
}

async function* results(stream, fn, outer, concurrency, ahead) {
  const signal = AbortSignal.any([outer].filter(Boolean));
  const queue = []; // promises of results, in order; null: the end
  let running = 0;
  let stopped = false;
  let wakeConsumer = () => {};
  let wakeProducer = null;

  const hasRoom = () => running < concurrency && queue.length < ahead;
  const producerMayGoOn = () => {
    if (wakeProducer === null || !(stopped || hasRoom())) return;
    wakeProducer();
    wakeProducer = null;
  };
  const settled = () => {
    running--;
    producerMayGoOn();
  };
  const failed = () => {
    stopped = true;
    settled();
  };
  async function produce() {
    try {
      for await (const chunk of stream) {
        if (stopped) return;
        throwIfAborted(signal);
        let result;
        try {
          result = fn(chunk, { signal });
          if (result === EMPTY) continue;
          result = Promise.resolve(result);
        } catch (error) {
          result = Promise.reject(error);
        }
        running++;
        result.then(settled, failed);
        queue.push(result);
        wakeConsumer();
        if (!stopped && !hasRoom()) await new Promise((resolve) => { wakeProducer = resolve; });
      }
      queue.push(null);
    } catch (error) {
      const rejected = Promise.reject(error);
      rejected.catch(() => {});
      queue.push(rejected);
    } finally {
      stopped = true;
      wakeConsumer();
    }
  }
  produce();
  try {
    for (;;) {
      while (queue.length) {
        if (queue[0] === null) return;
        const result = await queue[0];
        throwIfAborted(signal);
        if (result !== EMPTY) yield result;
        queue.shift();
        producerMayGoOn();
      }
      await new Promise((resolve) => { wakeConsumer = resolve; });
    }
  } finally {
    stopped = true;
    producerMayGoOn();
  }
}

function filtered(stream, fn, options) {
  validateFunction(fn, 'fn');
  return mapped(stream, async (chunk, context) => await fn(chunk, context) ? chunk : EMPTY, options);
}

// A count of drop and take, as an integer or Infinity.
function toCount(number) {
  number = Number(number);
  if (Number.isNaN(number)) return 0;
  if (number < 0) throw new ERR_OUT_OF_RANGE('number', '>= 0', number);
  return number;
}

// Methods that give streams.
const toStream = {
  map(fn, options) {
    return mapped(this, fn, options);
  },
  filter(fn, options) {
    return filtered(this, fn, options);
  },
  flatMap(fn, options) {
    const values = mapped(this, fn, options);
    return (async function* () {
      for await (const value of values) yield* value;
    })();
  },
  drop(number, options) {
    checkOptions(options);
    let left = toCount(number);
    const stream = this;
    return (async function* () {
      throwIfAborted(options?.signal);
      for await (const chunk of stream) {
        throwIfAborted(options?.signal);
        if (left-- <= 0) yield chunk;
      }
    })();
  },
  take(number, options) {
    checkOptions(options);
    let left = toCount(number);
    const stream = this;
    return (async function* () {
      throwIfAborted(options?.signal);
      for await (const chunk of stream) {
        throwIfAborted(options?.signal);
        if (left-- > 0) yield chunk;
        if (left <= 0) return;
      }
    })();
  },
};

// Methods that give promises.
const toPromise = {
  async forEach(fn, options) {
    validateFunction(fn, 'fn');
    const each = async (chunk, context) => {
      await fn(chunk, context);
      return EMPTY;
    };
    for await (const _ of mapped(this, each, options));
  },
  async toArray(options) {
    checkOptions(options);
    const list = [];
    for await (const chunk of this) {
      throwIfAborted(options?.signal);
      list.push(chunk);
    }
    return list;
  },
  async some(fn, options) {
    for await (const _ of filtered(this, fn, options)) return true;
    return false;
  },
  async every(fn, options) {
    validateFunction(fn, 'fn');
    for await (const _ of filtered(this, async (...args) => !await fn(...args), options)) return false;
    return true;
  },
  async find(fn, options) {
    for await (const chunk of filtered(this, fn, options)) return chunk;
    return undefined;
  },
  // reduce(fn[, initial[, options]]): fn(previous, chunk, { signal }), one after the other.
  async reduce(fn, initial, options) {
    validateFunction(fn, 'reducer');
    checkOptions(options);
    let has = arguments.length > 1;
    const signal = options?.signal ?? new AbortController().signal;
    if (signal.aborted) {
      const error = new AbortError(undefined, { cause: signal.reason });
      this.once('error', () => {});
      this.destroy(error);
      throw error;
    }
    let value = initial;
    for await (const chunk of this) {
      throwIfAborted(signal);
      if (has) {
        value = await fn(value, chunk, { signal });
      } else {
        value = chunk;
        has = true;
      }
    }
    if (!has) throw new ReduceError();
    return value;
  },
};

class ReduceError extends ERR_MISSING_ARGS {
  constructor() {
    super('reduce');
    this.message = 'Reduce of an empty stream requires an initial value';
  }
}

module.exports = { toPromise, toStream };
