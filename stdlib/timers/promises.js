'use strict';
// node:timers/promises: timers that give promises (Node documentation, "Timers Promises API").
//
// Every function takes options { ref, signal }: ref false lets the loop end without the timer; an abort of the signal
// clears it and rejects with an AbortError whose cause is the signal's reason.

const { AbortError, ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateNumber, validateObject } = require('internal/validate');
const timers = require('timers');

const construction = Symbol('construction');

// The checked options; what is wrong with them is thrown.
function checked(options = {}) {
  validateObject(options, 'options');
  const { signal, ref = true } = options;
  if (signal !== undefined) validateAbortSignal(signal, 'options.signal');
  validateBoolean(ref, 'options.ref');
  return { signal, ref };
}

const aborted = (signal) => new AbortError(undefined, { cause: signal.reason });

// The promise of one call of start(fire), which gives a handle; `clear` stops it.
function once(start, clear, value, options) {
  let signal, ref;
  try {
    ({ signal, ref } = checked(options));
  } catch (error) {
    return Promise.reject(error);
  }
  if (signal?.aborted) return Promise.reject(aborted(signal));
  return new Promise((resolve, reject) => {
    const stop = () => {
      clear(handle);
      reject(aborted(signal));
    };
    const handle = start(() => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    });
    if (!ref) handle.unref();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

// setTimeout([delay[, value[, options]]]): fulfilled with `value` after `delay` milliseconds.
function setTimeout(delay, value, options) {
  try {
    if (delay !== undefined) validateNumber(delay, 'delay');
  } catch (error) {
    return Promise.reject(error);
  }
  return once((fire) => timers.setTimeout(fire, delay), timers.clearTimeout, value, options);
}

// setImmediate([value[, options]]): fulfilled with `value` in the next phase of immediates.
function setImmediate(value, options) {
  return once((fire) => timers.setImmediate(fire), timers.clearImmediate, value, options);
}

// setInterval([delay[, value[, options]]]): an async iterator that gives `value` every `delay` milliseconds. Beats that
// nobody waited for are given at once, one by one.
async function* setInterval(delay, value, options) {
  if (delay !== undefined) validateNumber(delay, 'delay');
  const { signal, ref } = checked(options);
  if (signal?.aborted) throw aborted(signal);
  let beats = 0;
  let wake;
  const beat = () => {
    beats++;
    wake?.();
    wake = undefined;
  };
  const stop = () => {
    timers.clearInterval(handle);
    wake?.();
    wake = undefined;
  };
  const handle = timers.setInterval(beat, delay);
  if (!ref) handle.unref();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    while (!signal?.aborted) {
      if (beats === 0) await new Promise((resolve) => { wake = resolve; });
      for (; beats > 0; beats--) yield value;
    }
    throw aborted(signal);
  } finally {
    timers.clearInterval(handle);
    signal?.removeEventListener('abort', stop);
  }
}

// scheduler.wait(delay, options), scheduler.yield(): the names of the Scheduling APIs draft.
class Scheduler {
  constructor(key) {
    if (key !== construction) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  wait(delay, options) {
    if (!(#made in this)) throw new ERR_INVALID_THIS('Scheduler');
    return setTimeout(delay, undefined, options);
  }

  yield() {
    if (!(#made in this)) throw new ERR_INVALID_THIS('Scheduler');
    return setImmediate();
  }

  #made = true;
}

module.exports = { setTimeout, setImmediate, setInterval, scheduler: new Scheduler(construction) };
