'use strict';
// node:readline: lines of a stream, and the cursor of terminals (Node documentation, "Readline").

const { AbortError, Interface: Base, put, sequences } = require('internal/readline');

class Interface extends Base {}

// util.promisify(rl.question): a promise of the answer, rejected when the signal is aborted.
Object.defineProperty(Interface.prototype.question, Symbol.for('nodejs.util.promisify.custom'), {
  value(query, options) {
    const signal = options?.signal;
    if (signal?.aborted) return Promise.reject(new AbortError(undefined, { cause: signal.reason }));
    return new Promise((resolve, reject) => {
      const abort = () => reject(new AbortError(undefined, { cause: signal.reason }));
      signal?.addEventListener('abort', abort, { once: true });
      this.question(query, options, (answer) => {
        signal?.removeEventListener('abort', abort);
        resolve(answer);
      });
    });
  },
});

module.exports = {
  Interface,
  // createInterface(options) or (input[, output[, completer[, terminal]]])
  createInterface: (...args) => new Interface(...args),
  // clearLine(stream, dir[, callback]): -1 to the left of the cursor, 1 to the right, 0 the whole line.
  clearLine: (stream, dir, callback) => put(stream, sequences.clearLine(dir), callback),
  clearScreenDown: (stream, callback) => put(stream, sequences.clearScreenDown(), callback),
  // cursorTo(stream, x[, y][, callback])
  cursorTo(stream, x, y, callback) {
    if (typeof y === 'function') [y, callback] = [undefined, y];
    return put(stream, sequences.cursorTo(x, y), callback);
  },
  moveCursor: (stream, dx, dy, callback) => put(stream, sequences.moveCursor(dx, dy), callback),
  emitKeypressEvents: (stream) => require('internal/keypress').emitKeypressEvents(stream),
  get promises() {
    return require('readline/promises');
  },
};
