'use strict';
// fs.ReadStream and fs.WriteStream: files as streams (Node documentation, "File system").
//
// They open in _construct and close in _destroy, through open, read, write, writev and close of `options.fs`, else of
// the module: programs replace those. A read or write that is under way is waited for before the file is closed.

const fs = require('fs');
const { Readable, Writable, finished } = require('stream');
const { Buffer } = require('buffer');
const {
  ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS, ERR_METHOD_NOT_IMPLEMENTED, ERR_OUT_OF_RANGE,
  ERR_UNKNOWN_ENCODING,
} = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateInteger } = require('internal/validate');
const { toDescriptor, toMode, toPath } = require('internal/fs_values');
const { ERR_STREAM_DESTROYED } = require('internal/streams/lifecycle');

const kFs = Symbol('kFs');
const kBusy = Symbol('kBusy');     // a read or write is under way
const kDone = Symbol('kDone');     // event: it is over
const kHandle = Symbol('kHandle'); // the FileHandle that was given
const kFlush = Symbol('kFlush');

// A copy of options, inherited ones included; a string is the encoding.
function copied(options) {
  if (options === undefined || options === null) return {};
  if (typeof options === 'string') {
    if (!Buffer.isEncoding(options)) throw new ERR_UNKNOWN_ENCODING(options);
    return { encoding: options };
  }
  if (typeof options !== 'object') throw new ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  const copy = {};
  for (const name in options) copy[name] = options[name];
  const { encoding } = copy;
  if (encoding && encoding !== 'buffer' && !Buffer.isEncoding(encoding)) {
    throw new ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
  return copy;
}

// The functions of fs for a FileHandle: what was given closes it too.
const callingBack = (promise, callback, ...names) => {
  promise.then((result) => callback(null, ...names.map((name) => result[name])), callback);
};
const functionsOf = (handle) => ({
  read: (fd, buffer, offset, length, position, callback) =>
    callingBack(handle.read(buffer, offset, length, position), callback, 'bytesRead', 'buffer'),
  write: (fd, buffer, offset, length, position, callback) =>
    callingBack(handle.write(buffer, offset, length, position), callback, 'bytesWritten', 'buffer'),
  writev: (fd, buffers, position, callback) =>
    callingBack(handle.writev(buffers, position), callback, 'bytesWritten', 'buffers'),
  fsync: (fd, callback) => callingBack(handle.sync(), callback),
  close: (fd, callback) => callingBack(handle.close(), callback),
});

// What both kinds do with path, fd and fs, before they become streams.
function takeFile(stream, path, options, needed) {
  if (options.fd === undefined || options.fd === null) {
    stream.fd = null;
    stream.path = toPath(path);
    if (options.fs) {
      for (const name of needed) validateFunction(options.fs[name], `options.fs.${name}`);
    }
    stream[kFs] = options.fs || fs;
  } else if (typeof options.fd === 'number') {
    stream.fd = toDescriptor(options.fd);
    stream.path = path === undefined || path === null ? undefined : toPath(path);
    stream[kFs] = options.fs || fs;
  } else if (typeof options.fd?.read === 'function' && typeof options.fd.fd === 'number') {
    if (options.fs) throw new ERR_METHOD_NOT_IMPLEMENTED('FileHandle with fs');
    stream[kHandle] = options.fd;
    stream.fd = options.fd.fd;
    stream[kFs] = functionsOf(options.fd);
    options.fd.on('close', () => stream.close());
  } else {
    throw new ERR_INVALID_ARG_TYPE('options.fd', ['number', 'FileHandle'], options.fd);
  }
  stream[kBusy] = false;
}

function nothing() {}

// Opens the file. A method `open` that was put over ours does it in its own way: it emits 'open' or 'error'.
function construct(callback) {
  const stream = this;
  if (typeof stream.fd === 'number') {
    callback();
    return;
  }
  if (stream.open !== nothing) {
    const { emit } = stream;
    stream.emit = (event, ...args) => {
      if (event === 'open' || event === 'error') {
        stream.emit = emit;
        callback(event === 'error' ? args[0] : undefined);
        if (event === 'error') return true;
      }
      return Reflect.apply(emit, stream, [event, ...args]);
    };
    stream.open();
    return;
  }
  stream[kFs].open(stream.path, stream.flags, stream.mode, (error, fd) => {
    if (error) return callback(error);
    stream.fd = fd;
    callback();
    stream.emit('open', fd);
    stream.emit('ready');
  });
}

function close(stream, error, callback) {
  const { fd } = stream;
  if (fd === null || fd === undefined) return callback(error);
  const closeNow = (failure) => {
    stream[kFs].close(fd, (problem) => callback(problem || error || failure));
    stream.fd = null;
  };
  if (stream[kFlush] && !error) stream[kFs].fsync(fd, closeNow);
  else closeNow(null);
}

function destroy(error, callback) {
  if (this[kBusy]) this.once(kDone, (failure) => close(this, error || failure, callback));
  else close(this, error, callback);
}

// The end of a read or write: whether the stream goes on.
function goesOn(stream, error) {
  stream[kBusy] = false;
  if (!stream.destroyed) return true;
  stream.emit(kDone, error);
  return false;
}

const accessor = (get, set) => ({ configurable: true, enumerable: false, get, set });
const ownMode = (state) => accessor(function() {
  if (!this[state]) throw new ERR_INVALID_THIS('a stream of fs');
  return this[state].autoDestroy;
}, function(value) {
  this[state].autoDestroy = value;
});
const pending = accessor(function() {
  return this.fd === null;
});

// --- Reading --------------------------------------------------------------------------------------------------------

Object.setPrototypeOf(ReadStream.prototype, Readable.prototype);
Object.setPrototypeOf(ReadStream, Readable);

// new ReadStream(path[, { flags = 'r', encoding, fd, mode = 0o666, autoClose = true, emitClose = true, start, end =
// Infinity, highWaterMark = 65536, fs, signal } or encoding]): start and end are the first and last byte.
function ReadStream(path, options) {
  if (!(this instanceof ReadStream)) return new ReadStream(path, options);
  options = copied(options);
  options.highWaterMark ??= 64 * 1024;
  options.autoDestroy ??= options.autoClose ?? true;
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  takeFile(this, path, options, ['open', 'read', 'close']);
  this.flags = options.flags ?? 'r';
  this.mode = toMode(options.mode, 'options.mode', 0o666);
  this.start = options.start;
  this.end = options.end ?? Infinity;
  this.pos = undefined;
  this.bytesRead = 0;
  if (this.start !== undefined) {
    validateInteger(this.start, 'start', 0);
    this.pos = this.start;
  }
  if (this.end !== Infinity) {
    validateInteger(this.end, 'end', 0);
    if (this.start !== undefined && this.start > this.end) {
      throw new ERR_OUT_OF_RANGE('start', `<= "end" (here: ${this.end})`, this.start);
    }
  }
  Readable.call(this, options);
}

ReadStream.prototype.open = nothing;
ReadStream.prototype._construct = construct;
ReadStream.prototype._destroy = destroy;

ReadStream.prototype._read = function(size) {
  const length = Math.min(this.end - (this.pos ?? this.bytesRead) + 1, size);
  if (length <= 0) {
    this.push(null);
    return;
  }
  this[kBusy] = true;
  this[kFs].read(this.fd, Buffer.allocUnsafeSlow(length), 0, length, this.pos, (error, count, buffer) => {
    if (!goesOn(this, error)) return;
    if (error) {
      require('internal/streams/lifecycle').fail(this, error);
    } else if (count === 0) {
      this.push(null);
    } else {
      if (this.pos !== undefined) this.pos += count;
      this.bytesRead += count;
      // What is much shorter than its memory gets memory of its own.
      const bytes = count === buffer.length ? buffer : buffer.subarray(0, count);
      this.push(count * 2 < buffer.length ? Buffer.from(bytes) : bytes);
    }
  });
};

// close([callback])
ReadStream.prototype.close = function(callback) {
  if (callback) finished(this, callback);
  this.destroy();
};

Object.defineProperties(ReadStream.prototype, { autoClose: ownMode('_readableState'), pending });

// --- Writing --------------------------------------------------------------------------------------------------------

Object.setPrototypeOf(WriteStream.prototype, Writable.prototype);
Object.setPrototypeOf(WriteStream, Writable);

// new WriteStream(path[, { flags = 'w', encoding = 'utf8', fd, mode = 0o666, autoClose = true, emitClose = true, start,
// fs, signal, highWaterMark, flush = false } or encoding])
function WriteStream(path, options) {
  if (!(this instanceof WriteStream)) return new WriteStream(path, options);
  options = copied(options);
  options.decodeStrings = true;
  options.autoDestroy ??= options.autoClose ?? true;
  const { flush = false } = options;
  if (flush !== null) validateBoolean(flush, 'options.flush');
  takeFile(this, path, options, ['open', 'close']);
  if (options.fs) {
    const { write, writev } = options.fs;
    if (!write && !writev) throw new ERR_INVALID_ARG_TYPE('options.fs.write', 'function', write);
    if (write !== undefined) validateFunction(write, 'options.fs.write');
    if (writev !== undefined) validateFunction(writev, 'options.fs.writev');
    if (flush) validateFunction(options.fs.fsync, 'options.fs.fsync');
    if (!writev) this._writev = null;
    if (!write) this._write = Writable.prototype._write;
  }
  this[kFlush] = flush;
  this.flags = options.flags ?? 'w';
  this.mode = toMode(options.mode, 'options.mode', 0o666);
  this.start = options.start;
  this.pos = undefined;
  this.bytesWritten = 0;
  if (this.start !== undefined) {
    validateInteger(this.start, 'start', 0);
    this.pos = this.start;
  }
  Writable.call(this, options);
  if (options.encoding) this.setDefaultEncoding(options.encoding);
}

WriteStream.prototype.open = nothing;
WriteStream.prototype._construct = construct;
WriteStream.prototype._destroy = destroy;

const TRIES = 5; // of a write that takes nothing

// Calls start(position, done(error, count)) until `length` bytes are written; `skip(count)` is told of parts.
function writeAll(stream, length, start, skip, callback) {
  let tries = 0;
  const go = () => start(stream.pos, (error, count) => {
    if (error?.code === 'EAGAIN') {
      error = null;
      count = 0;
    }
    if (!goesOn(stream, error)) return callback(error ?? new ERR_STREAM_DESTROYED('write'));
    if (error) return callback(error);
    stream.bytesWritten += count;
    if (stream.pos !== undefined) stream.pos += count;
    length -= count;
    tries = count ? 0 : tries + 1;
    if (length <= 0) return callback();
    if (tries > TRIES) return callback(Object.assign(new Error('write EAGAIN'), { code: 'EAGAIN', syscall: 'write' }));
    skip(count);
    stream[kBusy] = true;
    if (count) go();
    else setTimeout(go, 10 * tries);
  });
  stream[kBusy] = true;
  go();
}

WriteStream.prototype._write = function(chunk, encoding, callback) {
  writeAll(this, chunk.length,
           (position, done) => this[kFs].write(this.fd, chunk, 0, chunk.length, position, done),
           (count) => { chunk = chunk.subarray(count); },
           callback);
};

WriteStream.prototype._writev = function(entries, callback) {
  let chunks = entries.map((entry) => entry.chunk);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  writeAll(this, length,
           (position, done) => this[kFs].writev(this.fd, chunks, position ?? null, done),
           (count) => { chunks = [Buffer.concat(chunks).subarray(count)]; },
           callback);
};

// close([callback]): as soon as everything is written.
WriteStream.prototype.close = function(callback) {
  if (callback) {
    if (this.closed) {
      process.nextTick(callback);
      return;
    }
    this.on('close', callback);
  }
  if (!this.autoClose) this.on('finish', this.destroy); // end() alone would leave it open
  this.end();
};

WriteStream.prototype.destroySoon = WriteStream.prototype.end;

Object.defineProperties(WriteStream.prototype, { autoClose: ownMode('_writableState'), pending });

module.exports = { ReadStream, WriteStream };
