'use strict';
// Readable streams (Node documentation, "Readable streams").
//
// Chunks that were pushed and not read wait in state.buffer; state.length counts bytes, or chunks in object mode.
// state.flowing is null (nobody has asked), false (paused, or read by 'readable' listeners), or true (every chunk is
// emitted as 'data' at once). _read is called when there is room and nobody is reading (state.reading).
//
//     _read --> push(chunk) --> flowing and empty: 'data'
//                          \--> buffer --> 'readable' --> read()
//     push(null) --> ended --> everything read --> tick: 'end' --> destroyed (autoDestroy)

const EventEmitter = require('events');
const { ERR_INVALID_ARG_TYPE } = require('internal/errors');
const { Stream, defaultEncoding, highWaterMark, objectMode, prepend } = require('internal/streams/legacy');
const lifecycle = require('internal/streams/lifecycle');
const {
  ERR_METHOD_NOT_IMPLEMENTED, ERR_STREAM_PUSH_AFTER_EOF, ERR_STREAM_UNSHIFT_AFTER_END_EVENT,
} = lifecycle;
const { Buffer } = require('buffer');

const LARGEST_MARK = 0x40000000;

class ReadableState {
  constructor(options, stream, isDuplex) {
    this.objectMode = objectMode(options, 'readable', isDuplex);
    this.highWaterMark = highWaterMark(options, 'readable', isDuplex, this.objectMode);
    this.buffer = [];
    this.length = 0;
    this.flowing = null;
    this.paused = null;            // by pause(): true; by resume(): false
    this.ended = false;            // push(null) came
    this.endEmitted = false;
    this.reading = false;
    this.sync = true;              // _read has not returned yet
    this.continuous = false;       // pushes until push() says that there is enough: _read only starts it
    this.needReadable = false;     // 'readable' is owed when something comes
    this.emittedReadable = false;  // and is under way
    this.readableListening = false;
    this.resumeScheduled = false;
    this.readingMore = false;
    this.capturing = Boolean(options?.captureRejections) || EventEmitter.captureRejections;
    this.dataEmitted = false;
    this.pipes = [];
    this.awaitDrainWriters = null; // destinations of pipe() that are full: null, one, or a Set if there are more
    this.decoder = null;
    this.encoding = null;
    this.defaultEncoding = defaultEncoding(options);
    this.constructed = true;
    this.destroyed = false;
    this.errored = null;
    this.errorEmitted = false;
    this.closed = false;
    this.closeEmitted = false;
    this.emitClose = options?.emitClose !== false;
    this.autoDestroy = options?.autoDestroy !== false;
    if (options?.encoding) setDecoder(this, options.encoding);
  }

  get pipesCount() {
    return this.pipes.length;
  }
}

function setDecoder(state, encoding) {
  const { StringDecoder } = require('string_decoder');
  state.decoder = new StringDecoder(encoding);
  state.encoding = state.decoder.encoding;
}

// new Readable([{ highWaterMark, encoding, objectMode, emitClose, read, destroy, construct, autoDestroy, signal }])
function Readable(options) {
  if (!(this instanceof Readable)) return new Readable(options);
  const isDuplex = this instanceof require('internal/streams/duplex').Duplex;
  this._readableState = new ReadableState(options, this, isDuplex);
  if (typeof options?.read === 'function') this._read = options.read;
  lifecycle.takeOptions(this, options, !isDuplex);
  Stream.call(this, options);
  lifecycle.construct(this, () => {
    if (this._readableState.needReadable) readMoreLater(this, this._readableState);
  });
}
Object.setPrototypeOf(Readable.prototype, Stream.prototype);
Object.setPrototypeOf(Readable, Stream);
Readable.ReadableState = ReadableState;

lifecycle.defineLife(Readable.prototype, (stream) => stream.readableEnded);

// --- Filling --------------------------------------------------------------------------------------------------------

// push(chunk[, encoding]): what _read delivers; null ends. false: enough for now.
Readable.prototype.push = function push(chunk, encoding) {
  const state = this._readableState;
  if (state.continuous && state.flowing && state.length === 0 && !state.sync && !state.ended && !state.destroyed &&
      !state.errored && state.decoder === null && chunk instanceof Buffer) {
    const listener = this._events.data;
    if (listener !== undefined && chunk.length > 0) { // what add() comes to for a source that flows
      if (state.awaitDrainWriters !== null) noneWaits(state);
      state.reading = false;
      state.dataEmitted = true;
      if (typeof listener === 'function' && !state.capturing && this.emit === emit) listener.call(this, chunk);
      else this.emit('data', chunk);
      return wantsMore(state);
    }
  }
  return add(this, chunk, encoding, false);
};
const { emit } = EventEmitter.prototype;

// unshift(chunk[, encoding]): back to the front of the buffer.
Readable.prototype.unshift = function unshift(chunk, encoding) {
  return add(this, chunk, encoding, true);
};

function add(stream, chunk, encoding, toFront) {
  const state = stream._readableState;
  if (chunk === null) {
    state.reading = false;
    ended(stream, state);
    return false;
  }
  let decoded = state.objectMode && (encoding || !ArrayBuffer.isView(chunk)); // objects need no decoder
  if (!state.objectMode) {
    if (typeof chunk === 'string') {
      encoding ||= state.defaultEncoding;
      if (state.encoding !== encoding) {
        chunk = Buffer.from(chunk, encoding);
        if (toFront && state.encoding) {
          chunk = chunk.toString(state.encoding);
          decoded = true;
        }
      } else {
        decoded = true;
      }
    } else if (chunk instanceof Buffer) {
      // as it is
    } else if (ArrayBuffer.isView(chunk)) {
      chunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    } else if (chunk !== undefined) {
      lifecycle.fail(stream, new ERR_INVALID_ARG_TYPE('chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk));
      return false;
    }
  }
  if (chunk === undefined && !state.objectMode || (!state.objectMode && chunk.length === 0)) {
    if (!toFront) {
      state.reading = false;
      readMoreLater(stream, state);
    }
    return wantsMore(state);
  }
  if (toFront) {
    if (state.endEmitted) lifecycle.fail(stream, new ERR_STREAM_UNSHIFT_AFTER_END_EVENT());
    else if (state.destroyed || state.errored) return false;
    else deliver(stream, state, chunk, true);
  } else if (state.ended) {
    lifecycle.fail(stream, new ERR_STREAM_PUSH_AFTER_EOF());
  } else if (state.destroyed || state.errored) {
    return false;
  } else {
    state.reading = false;
    if (state.decoder && !decoded) {
      chunk = state.decoder.write(chunk);
      if (chunk.length === 0) {
        readMoreLater(stream, state);
        return wantsMore(state);
      }
    }
    deliver(stream, state, chunk, false);
  }
  return wantsMore(state);
}

const wantsMore = (state) => !state.ended && (state.length < state.highWaterMark || state.length === 0);

function deliver(stream, state, chunk, toFront) {
  if (state.flowing && state.length === 0 && !state.sync && stream._events.data !== undefined) {
    if (state.awaitDrainWriters !== null) noneWaits(state);
    state.dataEmitted = true;
    stream.emit('data', chunk);
    if (state.continuous) return; // it goes on by itself
  } else {
    state.length += state.objectMode ? 1 : chunk.length;
    if (toFront) state.buffer.unshift(chunk);
    else state.buffer.push(chunk);
    if (state.needReadable) emitReadableLater(stream);
  }
  readMoreLater(stream, state);
}

// push(null) came.
function ended(stream, state) {
  if (state.ended) return;
  if (state.decoder) {
    const rest = state.decoder.end();
    if (rest?.length) {
      state.buffer.push(rest);
      state.length += state.objectMode ? 1 : rest.length;
    }
  }
  state.ended = true;
  if (state.sync) {
    emitReadableLater(stream);
  } else {
    state.needReadable = false;
    state.emittedReadable = true;
    emitReadable(stream);
  }
}

function emitReadableLater(stream) {
  const state = stream._readableState;
  state.needReadable = false;
  if (state.emittedReadable) return;
  state.emittedReadable = true;
  process.nextTick(emitReadable, stream);
}

function emitReadable(stream) {
  const state = stream._readableState;
  if (!state.destroyed && !state.errored && (state.length || state.ended)) {
    stream.emit('readable');
    state.emittedReadable = false;
  }
  state.needReadable = !state.flowing && !state.ended && state.length <= state.highWaterMark;
  flow(stream);
}

// Fills the buffer up to the mark, in a tick.
function readMoreLater(stream, state) {
  if (state.readingMore || !state.constructed) return;
  state.readingMore = true;
  process.nextTick(readMore, stream, state);
}

function readMore(stream, state) {
  while (!state.reading && !state.ended &&
         (state.length < state.highWaterMark || (state.flowing && state.length === 0))) {
    const before = state.length;
    stream.read(0);
    if (before === state.length) break; // nothing came at once
  }
  state.readingMore = false;
}

Readable.prototype._read = function _read(size) {
  throw new ERR_METHOD_NOT_IMPLEMENTED('_read()');
};

// --- Reading --------------------------------------------------------------------------------------------------------

// How much read(n) gives; NaN: what there is.
function available(state, n) {
  if (n <= 0 || (state.length === 0 && state.ended)) return 0;
  if (state.objectMode) return 1;
  if (Number.isNaN(n)) return state.flowing && state.length ? state.buffer[0].length : state.length;
  if (n <= state.length) return n;
  return state.ended ? state.length : 0;
}

// A mark that holds n: the next power of two.
function raisedMark(n) {
  const { ERR_OUT_OF_RANGE } = require('internal/errors');
  if (n > LARGEST_MARK) throw new ERR_OUT_OF_RANGE('size', '<= 1GiB', n);
  return 2 ** Math.ceil(Math.log2(n));
}

// read([n]): the next n bytes (characters), or all that is there; one object; null: not enough, wait for 'readable'.
Readable.prototype.read = function read(n) {
  if (n === undefined) n = NaN;
  else if (!Number.isInteger(n)) n = Number.parseInt(n, 10);
  const state = this._readableState;
  const wanted = n;
  if (n > state.highWaterMark) state.highWaterMark = raisedMark(n);
  if (n !== 0) state.emittedReadable = false;
  if (n === 0 && state.needReadable &&
      ((state.highWaterMark !== 0 ? state.length >= state.highWaterMark : state.length > 0) || state.ended)) {
    if (state.length === 0 && state.ended) endLater(this);
    else emitReadableLater(this);
    return null;
  }
  n = available(state, n);
  if (n === 0 && state.ended) {
    if (state.length === 0) endLater(this);
    return null;
  }
  let more = state.needReadable || state.length === 0 || state.length - n < state.highWaterMark;
  if (state.ended || state.reading || state.destroyed || state.errored || !state.constructed) more = false;
  if (more) {
    state.reading = true;
    state.sync = true;
    if (state.length === 0) state.needReadable = true;
    try {
      this._read(state.highWaterMark);
    } catch (error) {
      lifecycle.fail(this, error);
    }
    state.sync = false;
    if (!state.reading) n = available(state, wanted); // it delivered at once
  }
  const chunk = n > 0 ? take(state, n) : null;
  if (chunk === null) {
    state.needReadable = state.length <= state.highWaterMark;
    n = 0;
  } else {
    state.length -= n;
    if (state.awaitDrainWriters !== null) noneWaits(state);
  }
  if (state.length === 0) {
    if (!state.ended) state.needReadable = true;
    if (wanted !== n && state.ended) endLater(this);
  }
  if (chunk !== null && !state.errorEmitted && !state.closeEmitted) {
    state.dataEmitted = true;
    this.emit('data', chunk);
  }
  return chunk;
};

// Removes n units from the buffer; null when it is empty.
function take(state, n) {
  if (state.length === 0) return null;
  const { buffer } = state;
  if (state.objectMode) return buffer.shift();
  if (n === state.length) {
    const all = buffer.length === 1 ? buffer[0] : state.decoder ? buffer.join('') : Buffer.concat(buffer, n);
    state.buffer = [];
    return all;
  }
  if (n === buffer[0].length) return buffer.shift();
  if (n < buffer[0].length) {
    const first = buffer[0];
    buffer[0] = first.slice(n);
    return first.slice(0, n);
  }
  const parts = [];
  let missing = n;
  while (missing > 0) {
    const first = buffer[0];
    if (first.length <= missing) {
      parts.push(buffer.shift());
      missing -= first.length;
    } else {
      parts.push(first.slice(0, missing));
      buffer[0] = first.slice(missing);
      missing = 0;
    }
  }
  return state.decoder ? parts.join('') : Buffer.concat(parts, n);
}

function endLater(stream) {
  const state = stream._readableState;
  if (state.endEmitted) return;
  state.ended = true;
  process.nextTick(emitEnd, state, stream);
}

function emitEnd(state, stream) {
  if (state.errored || state.closeEmitted || state.endEmitted || state.length !== 0) return;
  state.endEmitted = true;
  stream.emit('end');
  const w = stream._writableState;
  if (stream.writable && stream.allowHalfOpen === false) {
    process.nextTick(() => {
      if (stream.writable && !stream.writableEnded && !stream.destroyed) stream.end();
    });
  } else if (state.autoDestroy) {
    if (!w || (w.autoDestroy && (w.finished || w.writable === false))) stream.destroy();
  }
}

// setEncoding(encoding): chunks are strings from now on, also those that wait.
Readable.prototype.setEncoding = function setEncoding(encoding) {
  const state = this._readableState;
  setDecoder(state, encoding);
  let content = '';
  for (const chunk of state.buffer) content += state.decoder.write(chunk);
  state.buffer = content === '' ? [] : [content];
  state.length = content.length;
  return this;
};

// --- Flow -----------------------------------------------------------------------------------------------------------

function flow(stream) {
  const state = stream._readableState;
  while (state.flowing && stream.read() !== null);
}

// resume(): chunks are emitted as they come.
Readable.prototype.resume = function resume() {
  const state = this._readableState;
  if (!state.flowing) {
    state.flowing = !state.readableListening; // 'readable' listeners have the say
    if (!state.resumeScheduled) {
      state.resumeScheduled = true;
      process.nextTick(resumeNow, this, state);
    }
  }
  state.paused = false;
  return this;
};

function resumeNow(stream, state) {
  if (!state.reading) stream.read(0);
  state.resumeScheduled = false;
  stream.emit('resume');
  flow(stream);
  if (state.flowing && !state.reading) stream.read(0);
}

Readable.prototype.pause = function pause() {
  const state = this._readableState;
  if (state.flowing !== false) {
    state.flowing = false;
    this.emit('pause');
  }
  state.paused = true;
  return this;
};

Readable.prototype.isPaused = function isPaused() {
  const state = this._readableState;
  return state.paused === true || state.flowing === false;
};

// A listener of 'data' starts the flow, one of 'readable' stops it.
Readable.prototype.on = function on(event, listener) {
  const result = Stream.prototype.on.call(this, event, listener);
  const state = this._readableState;
  if (event === 'data') {
    state.readableListening = this.listenerCount('readable') > 0;
    if (state.flowing !== false) this.resume();
  } else if (event === 'readable' && !state.endEmitted && !state.readableListening) {
    state.readableListening = true;
    state.needReadable = true;
    state.flowing = false;
    state.emittedReadable = false;
    if (state.length) emitReadableLater(this);
    else if (!state.reading) process.nextTick(() => this.read(0));
  }
  return result;
};
Readable.prototype.addListener = Readable.prototype.on;

Readable.prototype.removeListener = function removeListener(event, listener) {
  const result = Stream.prototype.removeListener.call(this, event, listener);
  if (event === 'readable') process.nextTick(listenersChanged, this);
  return result;
};
Readable.prototype.off = Readable.prototype.removeListener;

Readable.prototype.removeAllListeners = function removeAllListeners(event) {
  const result = Stream.prototype.removeAllListeners.apply(this, arguments);
  if (event === 'readable' || event === undefined) process.nextTick(listenersChanged, this);
  return result;
};

function listenersChanged(stream) {
  const state = stream._readableState;
  state.readableListening = stream.listenerCount('readable') > 0;
  if (state.resumeScheduled && state.paused === false) state.flowing = true;
  else if (stream.listenerCount('data') > 0) stream.resume();
  else if (!state.readableListening) state.flowing = null;
}

// --- Pipes ----------------------------------------------------------------------------------------------------------

const isWaiting = ({ awaitDrainWriters }) => awaitDrainWriters !== null && awaitDrainWriters.size !== 0;
function addWaiting(state, destination) {
  if (state.pipes.length === 1 && !(state.awaitDrainWriters instanceof Set)) {
    state.awaitDrainWriters = destination;
  } else {
    growWaiting(state);
    state.awaitDrainWriters.add(destination);
  }
}
function growWaiting(state) {
  const { awaitDrainWriters } = state;
  if (awaitDrainWriters instanceof Set) return;
  state.awaitDrainWriters = new Set(awaitDrainWriters === null ? [] : [awaitDrainWriters]);
}
function noneWaits(state) {
  if (state.awaitDrainWriters instanceof Set) state.awaitDrainWriters.clear();
  else state.awaitDrainWriters = null;
}

// pipe(destination[, { end }]): writes all chunks to the destination, at its pace, and ends it at the end.
Readable.prototype.pipe = function pipe(destination, options) {
  const source = this;
  const state = this._readableState;
  if (state.pipes.length === 1) growWaiting(state);
  state.pipes.push(destination);
  const endsIt = (!options || options.end !== false) && !destination._isStdio;
  const atEnd = endsIt ? () => destination.end() : unpipe;
  let waiting = false; // for 'drain'
  let done = false;

  function unpipe() {
    source.unpipe(destination);
  }
  function onUnpipe(from, info) {
    if (from !== source || info?.hasUnpiped !== false) return;
    info.hasUnpiped = true;
    cleanup();
  }
  function onData(chunk) {
    let full;
    try {
      full = destination.write(chunk) === false;
    } catch (error) {
      destination.destroy(error);
      return;
    }
    if (full) hold();
  }
  function hold() {
    if (!done) {
      if (state.pipes.includes(destination)) addWaiting(state, destination);
      source.pause();
    }
    if (!waiting) {
      waiting = true;
      destination.on('drain', onDrain);
    }
  }
  function onDrain() {
    if (state.awaitDrainWriters === destination) state.awaitDrainWriters = null;
    else if (state.awaitDrainWriters instanceof Set) state.awaitDrainWriters.delete(destination);
    if (!isWaiting(state) && source.listenerCount('data') > 0) source.resume();
  }
  function onError(error) {
    unpipe();
    destination.removeListener('error', onError);
    if (destination.listenerCount('error') > 0) return;
    const its = destination._writableState ?? destination._readableState;
    if (its && !its.errorEmitted) lifecycle.fail(destination, error);
    else destination.emit('error', error);
  }
  function onClose() {
    destination.removeListener('finish', onFinish);
    unpipe();
  }
  function onFinish() {
    destination.removeListener('close', onClose);
    unpipe();
  }
  function cleanup() {
    destination.removeListener('close', onClose);
    destination.removeListener('finish', onFinish);
    if (waiting) destination.removeListener('drain', onDrain);
    destination.removeListener('error', onError);
    destination.removeListener('unpipe', onUnpipe);
    source.removeListener('end', atEnd);
    source.removeListener('end', unpipe);
    source.removeListener('data', onData);
    done = true;
    // What held the others back is gone.
    if (waiting && isWaiting(state) && (!destination._writableState || destination._writableState.needDrain)) {
      onDrain();
    }
  }

  if (state.endEmitted) process.nextTick(atEnd);
  else source.once('end', atEnd);
  destination.on('unpipe', onUnpipe);
  source.on('data', onData);
  prepend(destination, 'error', onError);
  destination.once('close', onClose);
  destination.once('finish', onFinish);
  destination.emit('pipe', source);
  if (destination.writableNeedDrain === true) hold();
  else if (!state.flowing) source.resume();
  return destination;
};

// unpipe([destination]): ends one pipe, or all.
Readable.prototype.unpipe = function unpipe(destination) {
  const state = this._readableState;
  if (state.pipes.length === 0) return this;
  if (!destination) {
    const all = state.pipes;
    state.pipes = [];
    this.pause();
    for (const one of all) one.emit('unpipe', this, { hasUnpiped: false });
    return this;
  }
  const at = state.pipes.indexOf(destination);
  if (at === -1) return this;
  state.pipes.splice(at, 1);
  if (state.pipes.length === 0) this.pause();
  destination.emit('unpipe', this, { hasUnpiped: false });
  return this;
};

// wrap(old): reads from an old emitter of 'data' and 'end'.
Readable.prototype.wrap = function wrap(old) {
  let paused = false;
  old.on('data', (chunk) => {
    if (!this.push(chunk) && old.pause) {
      paused = true;
      old.pause();
    }
  });
  old.on('end', () => this.push(null));
  old.on('error', (error) => lifecycle.fail(this, error));
  old.on('close', () => this.destroy());
  old.on('destroy', () => this.destroy());
  this._read = () => {
    if (!paused || !old.resume) return;
    paused = false;
    old.resume();
  };
  for (const name of Object.keys(old)) {
    if (this[name] === undefined && typeof old[name] === 'function') this[name] = old[name].bind(old);
  }
  return this;
};

// --- Iteration ------------------------------------------------------------------------------------------------------

Readable.prototype[Symbol.asyncIterator] = function() {
  return chunks(this);
};

// iterator([{ destroyOnReturn }]): an async iterator; leaving it early destroys the stream unless told otherwise.
Readable.prototype.iterator = function iterator(options) {
  if (options !== undefined) require('internal/validate').validateObject(options, 'options');
  return chunks(this, options);
};

function chunks(stream, options) {
  if (typeof stream.read !== 'function') stream = new Readable({ objectMode: true }).wrap(stream);
  const iterator = iterate(stream, options);
  iterator.stream = stream;
  return iterator;
}

async function* iterate(stream, options) {
  const { finished } = require('internal/streams/finished');
  let wake = () => {};
  const onReadable = () => wake();
  stream.on('readable', onReadable);
  let outcome; // null: ended; an error; undefined: neither yet
  const stopWatching = finished(stream, { writable: false }, (error) => {
    outcome = error ? lifecycle.joinErrors(outcome, error) : null;
    wake();
  });
  try {
    for (;;) {
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null) {
        yield chunk;
      } else if (outcome) {
        throw outcome;
      } else if (outcome === null) {
        return;
      } else {
        await new Promise((resolve) => { wake = resolve; });
        wake = () => {};
      }
    }
  } catch (error) {
    outcome = lifecycle.joinErrors(outcome, error);
    throw outcome;
  } finally {
    if ((outcome || options?.destroyOnReturn !== false) &&
        (outcome === undefined || stream._readableState.autoDestroy)) {
      lifecycle.destroyForeign(stream, null);
    } else {
      stream.removeListener('readable', onReadable);
      stopWatching();
    }
  }
}

// --- Properties -----------------------------------------------------------------------------------------------------

const accessor = (get, set) => ({ configurable: true, enumerable: false, get, set });
Object.defineProperties(Readable.prototype, {
  // Whether read() makes sense.
  readable: accessor(function() {
    const state = this._readableState;
    return Boolean(state) && state.readable !== false && !state.destroyed && !state.errorEmitted && !state.endEmitted;
  }, function(value) {
    if (this._readableState) this._readableState.readable = Boolean(value);
  }),
  readableDidRead: accessor(function() {
    return this._readableState.dataEmitted;
  }),
  readableAborted: accessor(function() {
    const state = this._readableState;
    return state.readable !== false && (state.destroyed || Boolean(state.errored)) && !state.endEmitted;
  }),
  readableHighWaterMark: accessor(function() {
    return this._readableState.highWaterMark;
  }),
  readableBuffer: accessor(function() {
    return this._readableState?.buffer;
  }),
  readableFlowing: accessor(function() {
    return this._readableState.flowing;
  }, function(value) {
    if (this._readableState) this._readableState.flowing = value;
  }),
  readableLength: accessor(function() {
    return this._readableState.length;
  }),
  readableObjectMode: accessor(function() {
    return this._readableState ? this._readableState.objectMode : false;
  }),
  readableEncoding: accessor(function() {
    return this._readableState ? this._readableState.encoding : null;
  }),
  readableEnded: accessor(function() {
    return this._readableState ? this._readableState.endEmitted : false;
  }),
  errored: accessor(function() {
    return this._readableState ? this._readableState.errored : null;
  }),
  closed: accessor(function() {
    return this._readableState ? this._readableState.closed : false;
  }),
  destroyed: accessor(function() {
    return this._readableState ? this._readableState.destroyed : false;
  }, function(value) {
    if (this._readableState) this._readableState.destroyed = value;
  }),
});

module.exports = Readable;
