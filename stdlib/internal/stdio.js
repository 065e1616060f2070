'use strict';
// process.stdout, stderr and stdin, with what most programs use of streams. Output is written at once and whole, in one
// order with that of console; so nothing is ever buffered, and 'drain' is never needed.

const EventEmitter = require('events');
const { ERR_INVALID_ARG_TYPE, define } = require('internal/errors');
const { isTerminal, writeOutput } = native('process');
const { setOutput } = native('console');

const ERR_STREAM_NULL_VALUES = define('ERR_STREAM_NULL_VALUES', TypeError, 'May not write null values to stream');
const ERR_STREAM_WRITE_AFTER_END = define('ERR_STREAM_WRITE_AFTER_END', Error, 'write after end');

// A stream of output on descriptor `fd`.
class OutputStream extends EventEmitter {
  constructor(fd) {
    super();
    this.fd = fd;
    this.writable = true;
    this._type = isTerminal(fd) ? 'tty' : 'fs';
  }

  // write(chunk[, encoding][, callback(error)]): true. chunk: string, Buffer, TypedArray or DataView.
  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
    if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
    if (typeof chunk !== 'string' && !ArrayBuffer.isView(chunk)) {
      throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
    if (!this.writable) {
      const error = new ERR_STREAM_WRITE_AFTER_END();
      process.nextTick(() => {
        callback?.(error);
        this.emit('error', error);
      });
      return false;
    }
    if (typeof chunk === 'string' && encoding && encoding !== 'utf8' && encoding !== 'utf-8') {
      chunk = require('buffer').Buffer.from(chunk, encoding);
    }
    writeOutput(this.fd, chunk);
    if (typeof callback === 'function') process.nextTick(callback, null);
    return true;
  }

  // end([chunk[, encoding]][, callback]): the descriptor stays open, as standard output must.
  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') [chunk, callback] = [undefined, chunk];
    else if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
    if (chunk !== undefined && chunk !== null) this.write(chunk, encoding);
    if (typeof callback === 'function') this.once('finish', callback);
    if (this.writable) process.nextTick(() => this.emit('finish'));
    this.writable = false;
    return this;
  }

  cork() {}

  uncork() {}

  setDefaultEncoding() {
    return this;
  }

  get writableLength() {
    return 0;
  }

  get writableNeedDrain() {
    return false;
  }
}

const CHUNK = 65536;

// A stream of input on descriptor `fd`: 'data' with Buffers, or strings after setEncoding, then 'end' and 'close'. It
// flows from the first listener of 'data' on, or resume(), and while it flows it keeps the program alive. A chunk is
// waited for, and nothing else happens meanwhile.
class InputStream extends EventEmitter {
  #decoder = null;
  #flowing = false;
  #turn = null;
  #ended = false;
  #idle = false;

  constructor(fd) {
    super();
    this.fd = fd;
    this.readable = true;
    super.on('newListener', (event) => {
      if (event === 'data') this.resume();
    });
  }

  setEncoding(encoding) {
    this.#decoder = new (require('string_decoder').StringDecoder)(encoding);
    return this;
  }

  resume() {
    this.#flowing = true;
    this.#schedule();
    return this;
  }

  pause() {
    this.#flowing = false;
    clearImmediate(this.#turn);
    clearTimeout(this.#turn);
    this.#turn = null;
    return this;
  }

  isPaused() {
    return !this.#flowing;
  }

  ref() {
    this.#turn?.ref();
    return this;
  }

  unref() {
    this.#turn?.unref();
    return this;
  }

  #schedule() {
    if (this.#turn !== null || this.#ended || !this.#flowing) return;
    const turn = () => {
      this.#turn = null;
      this.#read();
      this.#schedule();
    };
    this.#turn = this.#idle ? setTimeout(turn, 5) : setImmediate(turn);
  }

  #read() {
    const { Buffer } = require('buffer');
    const bytes = Buffer.allocUnsafe(CHUNK);
    let count;
    try {
      count = require('fs').readSync(this.fd, bytes, 0, CHUNK, null);
    } catch (error) {
      this.#idle = error.code === 'EAGAIN'; // a descriptor that does not wait
      if (!this.#idle) this.#finish(error);
      return;
    }
    this.#idle = false;
    if (count === 0) {
      this.#finish(null);
      return;
    }
    const chunk = this.#decoder === null ? bytes.subarray(0, count) : this.#decoder.write(bytes.subarray(0, count));
    if (chunk.length > 0) this.emit('data', chunk);
  }

  #finish(error) {
    const rest = this.#decoder?.end();
    if (rest) this.emit('data', rest);
    this.#ended = true;
    this.readable = false;
    if (error) this.emit('error', error);
    else this.emit('end');
    this.emit('close');
  }

  // The chunks one after the other.
  async *[Symbol.asyncIterator]() {
    const chunks = EventEmitter.on(this, 'data', { close: ['end'] });
    for await (const [chunk] of chunks) yield chunk;
  }
}

function output(fd) {
  const stream = isTerminal(fd) ? new (require('tty').WriteStream)(fd) : new OutputStream(fd);
  setOutput(fd, stream); // console goes through the stream's `write` when a program replaces it
  return stream;
}

const lazy = (make) => {
  let made;
  return () => (made ??= make());
};

const stdin = lazy(() => (isTerminal(0) ? new (require('tty').ReadStream)(0) : new InputStream(0)));
const stdout = lazy(() => output(1));
const stderr = lazy(() => output(2));

module.exports = {
  InputStream,
  OutputStream,
  get stdin() {
    return stdin();
  },
  get stdout() {
    return stdout();
  },
  get stderr() {
    return stderr();
  },
};
