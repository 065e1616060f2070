'use strict';
// Writable streams (Node documentation, "Writable streams").
//
// One _write or _writev is under way at most (state.writing); what comes meanwhile, or while corked or not constructed,
// waits in state.buffered from state.bufferedIndex on. state.length counts what was accepted and is not done.
//
//     write --> buffered? --> _write(chunk, encoding, onwrite) --> onwrite --> next, callbacks, 'drain'
//     end   --> ending --> all written --> _final --> 'prefinish' --> 'finish' --> destroyed (autoDestroy)
//
// state.pendingcb counts callbacks that are still owed: 'finish' comes after them.

const { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_ENCODING } = require('internal/errors');
const { Stream, defaultEncoding, highWaterMark, objectMode } = require('internal/streams/legacy');
const lifecycle = require('internal/streams/lifecycle');
const {
  ERR_METHOD_NOT_IMPLEMENTED, ERR_MULTIPLE_CALLBACK, ERR_STREAM_ALREADY_FINISHED, ERR_STREAM_CANNOT_PIPE,
  ERR_STREAM_DESTROYED, ERR_STREAM_NULL_VALUES, ERR_STREAM_WRITE_AFTER_END,
} = lifecycle;
const { Buffer } = require('buffer');

const nothing = () => {};

class WritableState {
  constructor(options, stream, isDuplex) {
    this.objectMode = objectMode(options, 'writable', isDuplex);
    this.highWaterMark = highWaterMark(options, 'writable', isDuplex, this.objectMode);
    this.decodeStrings = options?.decodeStrings !== false;
    this.defaultEncoding = defaultEncoding(options);
    this.length = 0;
    this.buffered = [];
    this.bufferedIndex = 0;
    this.allBuffers = true; // everything in `buffered` is a Buffer
    this.writing = false;
    this.sync = true;       // _write has not returned yet
    this.bufferProcessing = false;
    this.direct = null;     // { send(stream, chunk), settle(stream, result, callback) }: the short way of _write
    this.writecb = null;    // the callback of the chunk being written
    this.writelen = 0;
    this.afterWrite = null; // callbacks that a tick will call: { callback, count }
    this.onwrite = (error) => onwrite(stream, error);
    this.corked = 0;
    this.needDrain = false;
    this.pendingcb = 0;
    this.ending = false;
    this.ended = false;
    this.errorAfterEnd = null; // makes the error of a write after end(); null: ERR_STREAM_WRITE_AFTER_END
    this.finalCalled = false;
    this.prefinished = false;
    this.finished = false;
    this.onFinished = [];   // callbacks of end()
    this.constructed = true;
    this.destroyed = false;
    this.errored = null;
    this.errorEmitted = false;
    this.closed = false;
    this.closeEmitted = false;
    this.emitClose = options?.emitClose !== false;
    this.autoDestroy = options?.autoDestroy !== false;
  }

  getBuffer() {
    return this.buffered.slice(this.bufferedIndex);
  }

  get bufferedRequestCount() {
    return this.buffered.length - this.bufferedIndex;
  }
}

// new Writable([{ highWaterMark, decodeStrings, defaultEncoding, objectMode, emitClose, write, writev, destroy, final,
// construct, autoDestroy, signal }])
function Writable(options) {
  const isDuplex = this instanceof require('internal/streams/duplex').Duplex;
  if (!isDuplex && !Function.prototype[Symbol.hasInstance].call(Writable, this)) return new Writable(options);
  this._writableState = new WritableState(options, this, isDuplex);
  if (typeof options?.write === 'function') this._write = options.write;
  if (typeof options?.writev === 'function') this._writev = options.writev;
  if (typeof options?.final === 'function') this._final = options.final;
  lifecycle.takeOptions(this, options, true);
  Stream.call(this, options);
  lifecycle.construct(this, () => {
    if (!this._writableState.writing) writeBuffered(this, this._writableState);
    finishMaybe(this, this._writableState);
  });
}
Object.setPrototypeOf(Writable.prototype, Stream.prototype);
Object.setPrototypeOf(Writable, Stream);
Writable.WritableState = WritableState;

// Duplex streams count as Writable.
Object.defineProperty(Writable, Symbol.hasInstance, {
  value(object) {
    if (Function.prototype[Symbol.hasInstance].call(this, object)) return true;
    return this === Writable && object?._writableState instanceof WritableState;
  },
});

Writable.prototype.pipe = function pipe() {
  lifecycle.fail(this, new ERR_STREAM_CANNOT_PIPE());
};

// --- Writing --------------------------------------------------------------------------------------------------------

// Accepts a chunk: true, false (full), or the error that was told.
function accept(stream, chunk, encoding, callback) {
  const state = stream._writableState;
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = state.objectMode ? undefined : state.defaultEncoding;
  } else {
    if (!encoding) encoding = state.objectMode ? encoding : state.defaultEncoding;
    else if (encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
    if (typeof callback !== 'function') callback = nothing;
  }
  if (chunk === null) throw new ERR_STREAM_NULL_VALUES();
  if (!state.objectMode) {
    if (typeof chunk === 'string') {
      if (state.decodeStrings) {
        chunk = Buffer.from(chunk, encoding);
        encoding = 'buffer';
      }
    } else if (chunk instanceof Buffer) {
      encoding = 'buffer';
    } else if (ArrayBuffer.isView(chunk)) {
      chunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      encoding = 'buffer';
    } else {
      throw new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
    }
  }
  const error = state.ending ? state.errorAfterEnd?.() ?? new ERR_STREAM_WRITE_AFTER_END()
    : state.destroyed ? new ERR_STREAM_DESTROYED('write') : null;
  if (error) {
    process.nextTick(callback, error);
    lifecycle.fail(stream, error, true);
    return error;
  }
  state.pendingcb++;
  return writeOrBuffer(stream, state, chunk, encoding, callback);
}

// write(chunk[, encoding][, callback]): false when the buffer is full now; 'drain' tells when it is empty again.
Writable.prototype.write = function write(chunk, encoding, callback) {
  const state = this._writableState;
  if (callback === undefined && encoding === undefined && !state.objectMode && !state.ending && !state.destroyed &&
      chunk instanceof Buffer) { // what accept() comes to for most writes
    if (state.direct !== null && state.length === 0 && !state.writing && !state.needDrain && !state.corked &&
        !state.errored && state.constructed && chunk.length < state.highWaterMark) {
      return sendDirectly(this, state, chunk);
    }
    state.pendingcb++;
    return writeOrBuffer(this, state, chunk, 'buffer', nothing);
  }
  return accept(this, chunk, encoding, callback) === true;
};

// What writeOrBuffer() comes to when nothing waits and the chunk is small, for a stream that may take it at once:
// send() gives 0 if it has, undefined if _write has to be called, and else a result that settle() makes a callback of.
function sendDirectly(stream, state, chunk) {
  const result = state.direct.send(stream, chunk);
  if (result === 0) return true;
  state.pendingcb++;
  if (result === undefined) return writeOrBuffer(stream, state, chunk, 'buffer', nothing);
  state.length += chunk.length;
  startWrite(stream, state, chunk.length, nothing);
  state.direct.settle(stream, result, state.onwrite);
  state.sync = false;
  return !state.errored && !state.destroyed;
}

function writeOrBuffer(stream, state, chunk, encoding, callback) {
  const length = state.objectMode ? 1 : chunk.length;
  state.length += length;
  const room = state.length < state.highWaterMark;
  if (!room) state.needDrain = true;
  if (state.writing || state.corked || state.errored || !state.constructed) {
    state.buffered.push({ chunk, encoding, callback });
    if (encoding !== 'buffer') state.allBuffers = false;
  } else {
    startWrite(stream, state, length, callback);
    stream._write(chunk, encoding, state.onwrite);
    state.sync = false;
  }
  return room && !state.errored && !state.destroyed;
}

function startWrite(stream, state, length, callback) {
  state.writelen = length;
  state.writecb = callback;
  state.writing = true;
  state.sync = true;
}

// The callback of _write and _writev.
function onwrite(stream, error) {
  const state = stream._writableState;
  const { sync, writecb: callback } = state;
  if (typeof callback !== 'function') return lifecycle.fail(stream, new ERR_MULTIPLE_CALLBACK());
  state.writing = false;
  state.writecb = null;
  state.length -= state.writelen;
  state.writelen = 0;
  if (error) {
    error.stack; // made now, before the frames are gone
    state.errored ??= error;
    if (stream._readableState) stream._readableState.errored ??= error;
    if (sync) process.nextTick(writeFailed, stream, state, error, callback);
    else writeFailed(stream, state, error, callback);
    return;
  }
  if (state.buffered.length > state.bufferedIndex) writeBuffered(stream, state);
  if (callback === nothing && sync && !state.needDrain && !state.ending && !state.destroyed) {
    state.pendingcb--; // nobody is to be told
  } else if (!sync) {
    written(stream, state, 1, callback);
  } else if (state.afterWrite?.callback === callback) {
    state.afterWrite.count++; // the same function again: one tick calls it for all
  } else {
    state.afterWrite = { callback, count: 1 };
    process.nextTick(writtenInTick, stream, state, state.afterWrite);
  }
}

function writtenInTick(stream, state, info) {
  if (state.afterWrite === info) state.afterWrite = null;
  written(stream, state, info.count, info.callback);
}

function written(stream, state, count, callback) {
  if (!state.ending && !stream.destroyed && state.length === 0 && state.needDrain) {
    state.needDrain = false;
    stream.emit('drain');
  }
  while (count-- > 0) {
    state.pendingcb--;
    callback(null);
  }
  if (state.destroyed) failBuffered(state);
  finishMaybe(stream, state);
}

function writeFailed(stream, state, error, callback) {
  state.pendingcb--;
  callback(error);
  failBuffered(state); // even if autoDestroy is off
  lifecycle.fail(stream, error);
}

// Nothing that waits will be written: says so to its callbacks.
function failBuffered(state) {
  if (state.writing) return;
  for (let i = state.bufferedIndex; i < state.buffered.length; i++) {
    const { chunk, callback } = state.buffered[i];
    state.length -= state.objectMode ? 1 : chunk.length;
    callback(state.errored ?? new ERR_STREAM_DESTROYED('write'));
  }
  for (const callback of state.onFinished.splice(0)) callback(state.errored ?? new ERR_STREAM_DESTROYED('end'));
  resetBuffered(state);
}

function resetBuffered(state) {
  state.buffered = [];
  state.bufferedIndex = 0;
  state.allBuffers = true;
}

// Writes what waits: all at once by _writev, or one by one.
function writeBuffered(stream, state) {
  if (state.corked || state.bufferProcessing || state.destroyed || !state.constructed) return;
  const waiting = state.buffered.length - state.bufferedIndex;
  if (!waiting) return;
  state.bufferProcessing = true;
  if (waiting > 1 && stream._writev) {
    state.pendingcb -= waiting - 1;
    const chunks = state.getBuffer();
    chunks.allBuffers = state.allBuffers;
    const callbacks = (error) => {
      for (const { callback } of chunks) callback(error);
    };
    startWrite(stream, state, state.length, callbacks);
    resetBuffered(state);
    stream._writev(chunks, state.onwrite);
    state.sync = false;
  } else {
    do {
      const { chunk, encoding, callback } = state.buffered[state.bufferedIndex];
      state.buffered[state.bufferedIndex++] = null;
      startWrite(stream, state, state.objectMode ? 1 : chunk.length, callback);
      stream._write(chunk, encoding, state.onwrite);
      state.sync = false;
    } while (state.bufferedIndex < state.buffered.length && !state.writing);
    if (state.bufferedIndex === state.buffered.length) {
      resetBuffered(state);
    } else if (state.bufferedIndex > 256) {
      state.buffered.splice(0, state.bufferedIndex);
      state.bufferedIndex = 0;
    }
  }
  state.bufferProcessing = false;
}

Writable.prototype._write = function _write(chunk, encoding, callback) {
  if (!this._writev) throw new ERR_METHOD_NOT_IMPLEMENTED('_write()');
  this._writev([{ chunk, encoding }], callback);
};

Writable.prototype._writev = null;

// Holds writes back until as many uncork() calls.
Writable.prototype.cork = function cork() {
  this._writableState.corked++;
};

Writable.prototype.uncork = function uncork() {
  const state = this._writableState;
  if (!state.corked) return;
  state.corked--;
  if (!state.writing) writeBuffered(this, state);
};

// The encoding of strings that are written without one.
Writable.prototype.setDefaultEncoding = function setDefaultEncoding(encoding) {
  if (typeof encoding === 'string') encoding = encoding.toLowerCase();
  else throw new ERR_UNKNOWN_ENCODING(require('util').inspect(encoding));
  if (!Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
  this._writableState.defaultEncoding = encoding;
  return this;
};

// --- The end --------------------------------------------------------------------------------------------------------

// end([chunk[, encoding]][, callback]): no more writes. The callback is called when all is written, or with an error.
Writable.prototype.end = function end(chunk, encoding, callback) {
  const state = this._writableState;
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  let error;
  if (chunk !== null && chunk !== undefined) {
    const result = accept(this, chunk, encoding);
    if (result instanceof Error) error = result;
  }
  if (state.corked) {
    state.corked = 1;
    this.uncork();
  }
  if (!error) {
    if (!state.errored && !state.ending) {
      state.ending = true;
      finishMaybe(this, state, true);
      state.ended = true;
    } else if (state.finished) {
      error = new ERR_STREAM_ALREADY_FINISHED('end');
    } else if (state.destroyed) {
      error = new ERR_STREAM_DESTROYED('end');
    }
  }
  if (typeof callback === 'function') {
    if (error) process.nextTick(callback, error);
    else if (state.finished) process.nextTick(callback, null);
    else state.onFinished.push(callback);
  }
  return this;
};

function readyToFinish(state) {
  return state.ending && !state.destroyed && state.constructed && state.length === 0 && !state.errored &&
    state.buffered.length === 0 && !state.finished && !state.writing && !state.errorEmitted && !state.closeEmitted;
}

function failFinished(state, error) {
  for (const callback of state.onFinished.splice(0)) callback(error);
}

function callFinal(stream, state) {
  let called = false;
  let sync = true;
  function done(error) {
    if (called) return lifecycle.fail(stream, error ?? new ERR_MULTIPLE_CALLBACK());
    called = true;
    state.pendingcb--;
    if (error) {
      if (sync) process.nextTick(failFinished, state, error); // end() has not got its callback yet
      else failFinished(state, error);
      lifecycle.fail(stream, error, sync);
    } else if (readyToFinish(state)) {
      state.prefinished = true;
      stream.emit('prefinish');
      state.pendingcb++;
      process.nextTick(finish, stream, state);
    }
  }
  state.pendingcb++;
  try {
    stream._final(done);
  } catch (error) {
    done(error);
  }
  sync = false;
}

function prefinish(stream, state) {
  if (state.prefinished || state.finalCalled) return;
  if (typeof stream._final === 'function' && !state.destroyed) {
    state.finalCalled = true;
    callFinal(stream, state);
  } else {
    state.prefinished = true;
    stream.emit('prefinish');
  }
}

// Goes one step towards 'finish' if nothing stands in the way. sync: inside end(), whose caller is to see it later.
function finishMaybe(stream, state, sync) {
  if (!readyToFinish(state)) return;
  prefinish(stream, state);
  if (state.pendingcb !== 0) return;
  if (sync) {
    state.pendingcb++;
    process.nextTick(() => {
      if (readyToFinish(state)) finish(stream, state);
      else state.pendingcb--;
    });
  } else if (readyToFinish(state)) {
    state.pendingcb++;
    finish(stream, state);
  }
}

function finish(stream, state) {
  state.pendingcb--;
  state.finished = true;
  for (const callback of state.onFinished.splice(0)) callback(null);
  stream.emit('finish');
  if (state.autoDestroy) {
    const r = stream._readableState;
    if (!r || (r.autoDestroy && (r.endEmitted || r.readable === false))) stream.destroy();
  }
}

// --- Destruction ----------------------------------------------------------------------------------------------------

lifecycle.defineLife(Writable.prototype, (stream) => stream.writableFinished);

Writable.prototype.destroy = function destroy(error, callback) {
  const state = this._writableState;
  if (!state.destroyed && (state.bufferedIndex < state.buffered.length || state.onFinished.length)) {
    process.nextTick(failBuffered, state);
  }
  lifecycle.destroy.call(this, error, callback);
  return this;
};

// --- Properties -----------------------------------------------------------------------------------------------------

const accessor = (get, set) => ({ configurable: true, enumerable: false, get, set });
Object.defineProperties(Writable.prototype, {
  closed: accessor(function() {
    return Boolean(this._writableState?.closed);
  }),
  destroyed: accessor(function() {
    return Boolean(this._writableState?.destroyed);
  }, function(value) {
    if (this._writableState) this._writableState.destroyed = value;
  }),
  // Whether write() makes sense.
  writable: accessor(function() {
    const state = this._writableState;
    // A boolean that somebody has assigned counts too: old streams did that.
    return Boolean(state) && state.writable !== false && !state.destroyed && !state.errored && !state.ending &&
      !state.ended;
  }, function(value) {
    if (this._writableState) this._writableState.writable = Boolean(value);
  }),
  writableFinished: accessor(function() {
    return Boolean(this._writableState?.finished);
  }),
  writableObjectMode: accessor(function() {
    return Boolean(this._writableState?.objectMode);
  }),
  writableBuffer: accessor(function() {
    return this._writableState?.getBuffer();
  }),
  writableEnded: accessor(function() {
    return Boolean(this._writableState?.ending);
  }),
  writableNeedDrain: accessor(function() {
    const state = this._writableState;
    return Boolean(state) && !state.destroyed && !state.ending && state.needDrain;
  }),
  writableHighWaterMark: accessor(function() {
    return this._writableState?.highWaterMark;
  }),
  writableCorked: accessor(function() {
    return this._writableState?.corked ?? 0;
  }),
  writableLength: accessor(function() {
    return this._writableState?.length;
  }),
  errored: accessor(function() {
    return this._writableState?.errored ?? null;
  }),
  writableAborted: accessor(function() {
    const state = this._writableState;
    return state.writable !== false && (state.destroyed || Boolean(state.errored)) && !state.finished;
  }),
});

module.exports = Writable;
require('internal/stdio').becomeWritable(Writable); // process.stdout is one
