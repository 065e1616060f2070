'use strict';
// node:readline/promises: Interface whose question() gives a promise, and Readline, which collects sequences for a
// terminal (Node documentation, "Promises API" of Readline).

const { AbortError, Interface: Base, kAsk, kCancel, sequences } = require('internal/readline');
const { ERR_INVALID_ARG_TYPE } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateInteger } = require('internal/validate');

class Interface extends Base {
  // question(query[, { signal }]): a promise of the answer.
  question(query, options = {}) {
    return new Promise((resolve, reject) => {
      const { signal } = options;
      const fail = () => reject(new AbortError(undefined, { cause: signal.reason }));
      if (signal) {
        validateAbortSignal(signal, 'options.signal');
        if (signal.aborted) return fail();
      }
      const abort = () => {
        this[kCancel]();
        fail();
      };
      signal?.addEventListener('abort', abort, { once: true });
      this[kAsk](query, (answer) => {
        signal?.removeEventListener('abort', abort);
        resolve(answer);
      });
    });
  }
}

// new Readline(stream[, { autoCommit = false }]): what its methods do is written by commit(), or in a tick.
class Readline {
  #stream;
  #autoCommit = false;
  #pending = [];

  constructor(stream, options) {
    const { isWritable } = require('stream');
    if (!isWritable(stream)) throw new ERR_INVALID_ARG_TYPE('stream', 'Writable', stream);
    if (options?.autoCommit !== undefined && options.autoCommit !== null) {
      validateBoolean(options.autoCommit, 'options.autoCommit');
      this.#autoCommit = options.autoCommit;
    }
    this.#stream = stream;
  }

  #add(text) {
    if (this.#autoCommit) process.nextTick(() => this.#stream.write(text));
    else this.#pending.push(text);
    return this;
  }

  clearLine(dir) {
    validateInteger(dir, 'dir', -1, 1);
    return this.#add(sequences.clearLine(dir));
  }

  clearScreenDown() {
    return this.#add(sequences.clearScreenDown());
  }

  cursorTo(x, y) {
    validateInteger(x, 'x');
    if (y !== undefined) validateInteger(y, 'y');
    return this.#add(sequences.cursorTo(x, y));
  }

  moveCursor(dx, dy) {
    validateInteger(dx, 'dx');
    validateInteger(dy, 'dy');
    return this.#add(sequences.moveCursor(dx, dy));
  }

  // commit(): a promise that is fulfilled when everything is written.
  commit() {
    return new Promise((resolve) => this.#stream.write(this.#pending.splice(0).join(''), () => resolve()));
  }

  rollback() {
    this.#pending.length = 0;
    return this;
  }
}

module.exports = {
  Interface,
  Readline,
  // createInterface(options) or (input[, output[, completer[, terminal]]])
  createInterface: (...args) => new Interface(...args),
};
