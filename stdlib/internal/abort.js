'use strict';
// AbortController and AbortSignal (WHATWG DOM, section 3).
//
// Life. A signal made by AbortSignal.any knows the signals it follows (its sources, never other followers), and they
// know it, only weakly: a long-lived source collects no followers, and a follower keeps no source. But a follower
// that somebody listens to must hear of its sources: while it has listeners or algorithms every source holds it, and
// a source that is a timeout is held itself, as a timeout with listeners of its own is. Else the timer of a timeout
// knows its signal weakly too.

const { EventTarget, createTrustedEvent, defineEventHandler, dispatch, watchListeners } =
  require('internal/event_target');
const { describeInterface } = require('internal/interface');
const { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS } = require('internal/errors');

const kInspect = Symbol.for('nodejs.util.inspect.custom');
const kCreate = {}; // who has it may make signals
const LONGEST_TIMER = 2147483647;

const heldTimeouts = new Set(); // signals of timeouts that somebody waits for

let timers; // FinalizationRegistry: timers of signals that have died
function forgetTimer(timer) {
  require('timers').clearTimeout(timer);
}

function exception(message, name) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, name);
}

// Weak references to things that come and go: those that died are dropped whenever the list has doubled.
class WeakList {
  #references = [];
  #limit = 8;

  add(reference) {
    if (this.#references.length >= this.#limit) {
      this.#references = this.#references.filter((other) => other.deref() !== undefined);
      this.#limit = Math.max(8, 2 * this.#references.length);
    }
    this.#references.push(reference);
  }

  alive() {
    return this.#references.map((reference) => reference.deref()).filter((object) => object !== undefined);
  }
}

let isAbortSignal, createSignal, abortSignal, addAbortAlgorithm;

class AbortSignal extends EventTarget {
  #aborted = false;
  #reason = undefined;
  #algorithms; // Set of { run, subject: a WeakRef without whose object it has no purpose }
  #pruneAt = 64;
  #listeners = 0;
  #isTimeout = false;
  #sources; // followers: WeakRefs of signals
  #followers; // WeakList of signals
  #heldFollowers; // Set: those of them that somebody waits for

  static {
    isAbortSignal = (value) => value !== null && typeof value === 'object' && #aborted in value;
    createSignal = () => new AbortSignal(kCreate);
    abortSignal = (signal, reason) => signal.#abort(reason);
    // Has `run()` called when the signal aborts, before its listeners. Gives a function that takes it back.
    addAbortAlgorithm = (signal, run, subject = undefined) => {
      const algorithm = { run, subject };
      signal.#algorithms ??= new Set();
      if (signal.#algorithms.size >= signal.#pruneAt) signal.#prune();
      signal.#algorithms.add(algorithm);
      signal.#updateLife();
      return () => {
        if (signal.#algorithms?.delete(algorithm)) signal.#updateLife();
      };
    };
  }

  constructor() {
    if (arguments[0] !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
    watchListeners(this, (type, count) => {
      if (type !== 'abort') return;
      this.#listeners = count;
      this.#updateLife();
    });
  }

  get aborted() {
    if (!isAbortSignal(this)) throw new ERR_INVALID_THIS('AbortSignal');
    return this.#aborted;
  }

  // What abort was called with; undefined before.
  get reason() {
    if (!isAbortSignal(this)) throw new ERR_INVALID_THIS('AbortSignal');
    return this.#reason;
  }

  // Throws the reason when the signal has aborted.
  throwIfAborted() {
    if (!isAbortSignal(this)) throw new ERR_INVALID_THIS('AbortSignal');
    if (this.#aborted) throw this.#reason;
  }

  // A signal that has aborted. reason: default an AbortError DOMException.
  static abort(reason = undefined) {
    const signal = new AbortSignal(kCreate);
    signal.#aborted = true;
    signal.#reason = reason === undefined ? exception('This operation was aborted', 'AbortError') : reason;
    return signal;
  }

  // A signal that aborts with a TimeoutError DOMException after `delay` milliseconds (0 .. 2^32 - 1). The timer does
  // not keep the program running.
  static timeout(delay) {
    require('internal/validate').validateUint32(delay, 'delay');
    const signal = new AbortSignal(kCreate);
    const reference = new WeakRef(signal);
    const timer = require('timers').setTimeout(() => {
      const target = reference.deref();
      target?.#abort(exception('The operation was aborted due to timeout', 'TimeoutError'));
    }, Math.min(delay, LONGEST_TIMER));
    timer.unref();
    signal.#isTimeout = true;
    timers ??= new FinalizationRegistry(forgetTimer);
    timers.register(signal, timer);
    return signal;
  }

  // A signal that aborts as soon as one of an iterable of signals does, with its reason.
  static any(signals) {
    if (signals === null || typeof signals !== 'object' || typeof signals[Symbol.iterator] !== 'function') {
      throw new ERR_INVALID_ARG_TYPE('signals', 'Array', signals);
    }
    const list = [...signals];
    for (let i = 0; i < list.length; i++) {
      if (!isAbortSignal(list[i])) throw new ERR_INVALID_ARG_TYPE(`signals[${i}]`, 'AbortSignal', list[i]);
    }
    const follower = new AbortSignal(kCreate);
    const aborted = list.find((signal) => signal.#aborted);
    if (aborted !== undefined) {
      follower.#aborted = true;
      follower.#reason = aborted.#reason;
      return follower;
    }
    const sources = new Set();
    for (const signal of list) {
      if (signal.#sources === undefined) {
        sources.add(signal);
      } else {
        for (const reference of signal.#sources) {
          const source = reference.deref();
          if (source !== undefined) sources.add(source);
        }
      }
    }
    const reference = new WeakRef(follower);
    follower.#sources = [];
    for (const source of sources) {
      follower.#sources.push(new WeakRef(source));
      source.#followers ??= new WeakList();
      source.#followers.add(reference);
    }
    return follower;
  }

  // Whether the signal must live until it aborts, although nobody refers to it.
  #updateLife() {
    const waits = !this.#aborted &&
      (this.#listeners > 0 || this.#algorithms?.size > 0 || this.#heldFollowers?.size > 0);
    if (this.#isTimeout) {
      if (waits) heldTimeouts.add(this);
      else heldTimeouts.delete(this);
    }
    for (const reference of this.#sources ?? []) {
      const source = reference.deref();
      if (source === undefined) continue;
      source.#heldFollowers ??= new Set();
      if (waits) source.#heldFollowers.add(this);
      else source.#heldFollowers.delete(this);
      source.#updateLife();
    }
  }

  #prune() {
    for (const algorithm of this.#algorithms) {
      if (algorithm.subject !== undefined && algorithm.subject.deref() === undefined) this.#algorithms.delete(algorithm);
    }
    this.#pruneAt = Math.max(64, 2 * this.#algorithms.size);
  }

  #abort(reason) {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason === undefined ? exception('This operation was aborted', 'AbortError') : reason;
    const followers = (this.#followers?.alive() ?? []).filter((follower) => !follower.#aborted);
    for (const follower of followers) {
      follower.#aborted = true;
      follower.#reason = this.#reason;
    }
    this.#run();
    for (const follower of followers) follower.#run();
  }

  #run() {
    const algorithms = this.#algorithms ?? [];
    this.#algorithms = undefined;
    this.#followers = undefined;
    for (const { run } of algorithms) run();
    if (this.#listeners > 0) dispatch(this, createTrustedEvent('abort'));
    this.#updateLife();
  }

  [kInspect](depth, options, inspect) {
    if (!isAbortSignal(this)) return this;
    return `AbortSignal ${inspect({ aborted: this.#aborted }, options)}`;
  }
}

class AbortController {
  #signal = createSignal();

  get signal() {
    if (!(#signal in this)) throw new ERR_INVALID_THIS('AbortController');
    return this.#signal;
  }

  // Aborts the signal, once. reason: default an AbortError DOMException.
  abort(reason = undefined) {
    if (!(#signal in this)) throw new ERR_INVALID_THIS('AbortController');
    abortSignal(this.#signal, reason);
  }

  [kInspect](depth, options, inspect) {
    if (!(#signal in this)) return this;
    return `AbortController ${inspect({ signal: this.#signal }, options)}`;
  }
}

defineEventHandler(AbortSignal, 'abort');
for (const name of ['abort', 'timeout', 'any']) Object.defineProperty(AbortSignal, name, { enumerable: true });
for (const Class of [AbortController, AbortSignal]) describeInterface(Class);

module.exports = { AbortController, AbortSignal, addAbortAlgorithm, isAbortSignal };
