'use strict';
// process.stdout, stderr and stdin. Output is written at once and whole, in one order with that of console; so nothing is
// ever buffered, and 'drain' is never needed.

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

// What is known of standard input.
class InputStream extends EventEmitter {
  constructor(fd) {
    super();
    this.fd = fd;
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
