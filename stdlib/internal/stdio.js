'use strict';
// process.stdout, stderr and stdin.
//
// Output is written at once and whole, in one order with that of console; so nothing is ever buffered, and cork() holds
// nothing back. Most programs only write: until somebody loads the streams, OutputStream is an emitter with a `write`,
// whose other members load them. internal/streams/writable calls becomeWritable then: the class derives from Writable
// from that moment on, and instances that exist get their state when it is first looked at.

const EventEmitter = require('events');
const { ERR_INVALID_ARG_TYPE, define } = require('internal/errors');
const { isTerminal, writeOutput } = native('process');
const { setOutput } = native('console');

const ERR_INVALID_FD = define('ERR_INVALID_FD', RangeError, (fd) => `"fd" must be a positive integer: ${fd}`);

function checkDescriptor(fd) {
  if (fd >> 0 !== fd || fd < 0) throw new ERR_INVALID_FD(fd);
  return fd;
}

const streamOptions = { decodeStrings: false, emitClose: false };

// A stream of output on descriptor `fd`.
class OutputStream extends EventEmitter {
  constructor(fd) {
    super(streamOptions);
    this.fd = fd;
    this._type = isTerminal(fd) ? 'tty' : 'fs';
  }

  cork() {}

  uncork() {}

  // Standard output stays open: destroyed, it can be used again.
  _destroy(error, callback) {
    callback(error);
    this._undestroy();
    process.nextTick(() => {
      this._writableState.closeEmitted = false;
      this.emit('close');
    });
  }

  _write(chunk, encoding, callback) {
    writeEncoded(this.fd, chunk, encoding);
    callback();
  }
}

OutputStream.prototype.destroySoon = function() {
  return this.destroy();
};

function writeEncoded(fd, chunk, encoding) {
  if (typeof chunk === 'string' && encoding && encoding !== 'utf8' && encoding !== 'utf-8') {
    chunk = require('buffer').Buffer.from(chunk, encoding);
  }
  writeOutput(fd, chunk);
}

const members = Object.getOwnPropertyDescriptors({
  // write(chunk[, encoding][, callback(error)]): true. chunk: string, Buffer, TypedArray or DataView.
  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
    if (chunk === null) throw new (require('internal/streams/lifecycle').ERR_STREAM_NULL_VALUES)();
    if (typeof chunk !== 'string' && !ArrayBuffer.isView(chunk)) {
      throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
    writeEncoded(this.fd, chunk, encoding);
    if (typeof callback === 'function') process.nextTick(callback, null);
    return true;
  },
});

const loadStreams = () => require('internal/streams/writable');

for (const name of ['end', 'destroy', 'setDefaultEncoding', 'pipe']) {
  members[name] = { configurable: true, writable: true, value(...args) {
    loadStreams();
    return this[name](...args);
  } };
}
for (const name of ['writable', 'writableLength', 'writableNeedDrain', 'writableHighWaterMark', 'writableEnded',
                    'writableFinished', 'writableObjectMode', 'writableCorked', 'destroyed', 'closed', 'errored']) {
  members[name] = { configurable: true, get() {
    loadStreams();
    return this[name];
  } };
}
for (const name in members) members[name].enumerable = false;
Object.defineProperties(OutputStream.prototype, members);

// Lets the class derive from Writable: see above.
function becomeWritable(Writable) {
  for (const name in members) {
    const now = Object.getOwnPropertyDescriptor(OutputStream.prototype, name);
    if (now?.value === members[name].value && now?.get === members[name].get) delete OutputStream.prototype[name];
  }
  Object.setPrototypeOf(OutputStream, Writable);
  Object.setPrototypeOf(OutputStream.prototype, Writable.prototype);
  Object.defineProperty(OutputStream.prototype, '_writableState', {
    configurable: true,
    get() {
      if (!Object.hasOwn(this, 'fd')) return undefined; // a prototype
      Writable.call(this, streamOptions);
      return this._writableState;
    },
    set(value) {
      Object.defineProperty(this, '_writableState', { value, writable: true, enumerable: true, configurable: true });
    },
  });
}

function output(fd) {
  const stream = isTerminal(fd) ? new (require('tty').WriteStream)(fd) : new OutputStream(fd);
  stream._isStdio = true; // pipe() does not end it
  setOutput(fd, stream); // console goes through the stream's `write` when a program replaces it
  return stream;
}

const lazy = (make) => {
  let made;
  return () => (made ??= make());
};

const stdin = lazy(() => require('internal/stdin').open(0));
const stdout = lazy(() => output(1));
const stderr = lazy(() => output(2));

module.exports = {
  OutputStream,
  becomeWritable,
  checkDescriptor,
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
