'use strict';
// Readable.from(iterable[, options]): the values of a sync or async iterable as an object stream; a string or Buffer is
// one chunk. Destroying the stream ends the iteration: with throw() for an error when the iterator has it, and
// return().

const { ERR_INVALID_ARG_TYPE } = require('internal/errors');
const { ERR_STREAM_NULL_VALUES } = require('internal/streams/lifecycle');
const { Buffer } = require('buffer');

module.exports = function from(Readable, iterable, options) {
  if (typeof iterable === 'string' || iterable instanceof Buffer) {
    return new Readable({
      objectMode: true,
      ...options,
      read() {
        this.push(iterable);
        this.push(null);
      },
    });
  }
  const asynchronous = typeof iterable?.[Symbol.asyncIterator] === 'function';
  if (!asynchronous && typeof iterable?.[Symbol.iterator] !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('iterable', ['Iterable'], iterable);
  }
  const iterator = asynchronous ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]();
  const stream = new Readable({ objectMode: true, highWaterMark: 1, ...options });
  let running = false;

  stream._read = () => {
    if (running) return;
    running = true;
    pull();
  };

  stream._destroy = (error, callback) => {
    close(error).then(() => process.nextTick(callback, error),
                      (failure) => process.nextTick(callback, failure || error));
  };

  async function close(error) {
    if (error !== null && error !== undefined && typeof iterator.throw === 'function') {
      const { value, done } = await iterator.throw(error);
      await value;
      if (done) return;
    }
    if (typeof iterator.return === 'function') {
      const { value } = await iterator.return();
      await value;
    }
  }

  // Pushes until the stream has enough. Values of sync iterables that are promises are awaited.
  async function pull() {
    try {
      for (;;) {
        const { value, done } = asynchronous ? await iterator.next() : iterator.next();
        if (done) {
          stream.push(null);
          return;
        }
        const chunk = value && typeof value.then === 'function' ? await value : value;
        if (chunk === null) {
          running = false;
          throw new ERR_STREAM_NULL_VALUES();
        }
        if (!stream.push(chunk)) {
          running = false;
          return;
        }
      }
    } catch (error) {
      stream.destroy(error);
    }
  }
  return stream;
};
