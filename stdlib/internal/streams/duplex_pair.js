'use strict';
// duplexPair([options]): see stream.js.

const { Duplex } = require('internal/streams/duplex');

class DuplexSide extends Duplex {
  other = null;
  #callback = null; // of a write to the other side, which has not been asked for more

  _read() {
    const callback = this.#callback;
    this.#callback = null;
    callback?.();
  }

  _write(chunk, encoding, callback) {
    this.other.#take(chunk, callback);
  }

  #take(chunk, callback) {
    if (chunk.length === 0) {
      process.nextTick(callback);
    } else {
      this.#callback = callback;
      this.push(chunk);
    }
  }

  _final(callback) {
    this.other.on('end', callback);
    this.other.push(null);
  }
}

module.exports = function duplexPair(options) {
  const one = new DuplexSide(options);
  const other = new DuplexSide(options);
  one.other = other;
  other.other = one;
  return [one, other];
};
