'use strict';
// The life of a stream: construction that may take its time, destruction that happens once, and the order in which
// 'error' and 'close' are told.
//
// A stream has a _readableState, a _writableState, or both. What belongs to the whole stream (constructed, destroyed,
// errored, closed, errorEmitted, closeEmitted) is kept in both, so that whoever sees one half sees it.
//
//     construct --> (work) --> destroy(error) --> _destroy(error, done) --> done(error) --> tick: 'error', 'close'
//
// A destruction during construction waits for it.

const { AbortError, ERR_METHOD_NOT_IMPLEMENTED, define } = require('internal/errors');

const kConstructed = Symbol('kConstructed'); // internal event: construction is over
const kDestroyNow = Symbol('kDestroyNow');   // internal event: construction is over for a destroyed stream

const errors = {
  ERR_MULTIPLE_CALLBACK: define('ERR_MULTIPLE_CALLBACK', Error, 'Callback called multiple times'),
  ERR_STREAM_ALREADY_FINISHED: define('ERR_STREAM_ALREADY_FINISHED', Error, (name) =>
    `Cannot call ${name} after a stream was finished`),
  ERR_STREAM_CANNOT_PIPE: define('ERR_STREAM_CANNOT_PIPE', Error, 'Cannot pipe, not readable'),
  ERR_STREAM_DESTROYED: define('ERR_STREAM_DESTROYED', Error, (name) =>
    `Cannot call ${name} after a stream was destroyed`),
  ERR_STREAM_NULL_VALUES: define('ERR_STREAM_NULL_VALUES', TypeError, 'May not write null values to stream'),
  ERR_STREAM_PREMATURE_CLOSE: define('ERR_STREAM_PREMATURE_CLOSE', Error, 'Premature close'),
  ERR_STREAM_PUSH_AFTER_EOF: define('ERR_STREAM_PUSH_AFTER_EOF', Error, 'stream.push() after EOF'),
  ERR_STREAM_UNSHIFT_AFTER_END_EVENT: define('ERR_STREAM_UNSHIFT_AFTER_END_EVENT', Error,
    'stream.unshift() after end event'),
  ERR_STREAM_WRITE_AFTER_END: define('ERR_STREAM_WRITE_AFTER_END', Error, 'write after end'),
  ERR_METHOD_NOT_IMPLEMENTED,
};

const statesOf = (stream) => [stream._readableState, stream._writableState].filter(Boolean);

// The first error stays the stream's.
function remember(stream, error) {
  if (!error) return;
  for (const state of statesOf(stream)) state.errored ??= error;
}

// Two errors of one stream as one.
function joinErrors(first, second) {
  if (!first || !second || first === second) return first || second;
  if (Array.isArray(first.errors)) {
    first.errors.push(second);
    return first;
  }
  const both = new AggregateError([second, first], second.message);
  both.code = second.code;
  return both;
}

function tellError(stream, error) {
  const states = statesOf(stream);
  if (states.some((state) => state.errorEmitted)) return;
  for (const state of states) state.errorEmitted = true;
  stream.emit('error', error);
}

function tellClose(stream) {
  const states = statesOf(stream);
  for (const state of states) state.closeEmitted = true;
  if (states.some((state) => state.emitClose)) stream.emit('close');
}

function tellErrorAndClose(stream, error) {
  tellError(stream, error);
  tellClose(stream);
}

function runDestroy(stream, error, callback) {
  let called = false;
  function done(failure) {
    if (called) return;
    called = true;
    remember(stream, failure);
    for (const state of statesOf(stream)) state.closed = true;
    if (typeof callback === 'function') callback(failure);
    if (failure) process.nextTick(tellErrorAndClose, stream, failure);
    else process.nextTick(tellClose, stream);
  }
  try {
    stream._destroy(error || null, done);
  } catch (failure) {
    done(failure);
  }
}

// stream.destroy(error[, callback]). The callback is internal: called with the outcome of _destroy.
function destroy(error, callback) {
  const states = statesOf(this);
  if (states.some((state) => state.destroyed)) {
    if (typeof callback === 'function') callback();
    return this;
  }
  remember(this, error);
  for (const state of states) state.destroyed = true;
  if (states.length && !states[states.length - 1].constructed) {
    this.once(kDestroyNow, (failure) => runDestroy(this, joinErrors(failure, error), callback));
  } else {
    runDestroy(this, error, callback);
  }
  return this;
}

// For streams that are used again (sockets that connect anew).
function undestroy() {
  const r = this._readableState;
  const w = this._writableState;
  for (const state of statesOf(this)) {
    Object.assign(state, { constructed: true, closed: false, closeEmitted: false, destroyed: false, errored: null,
                           errorEmitted: false });
  }
  if (r) Object.assign(r, { reading: false, ended: r.readable === false, endEmitted: r.readable === false });
  if (w) {
    const never = w.writable === false;
    Object.assign(w, { finalCalled: false, prefinished: false, ended: never, ending: never, finished: never });
  }
}

// What a stream does with an error of its own: the way of streams that do not destroy themselves is to emit it.
// sync: the error arose inside a call of the user's; it is told in a tick then.
function fail(stream, error, sync) {
  const states = statesOf(stream);
  if (states.some((state) => state.destroyed)) return;
  if (states.some((state) => state.autoDestroy)) {
    stream.destroy(error);
  } else if (error) {
    remember(stream, error);
    if (sync) process.nextTick(tellError, stream, error);
    else tellError(stream, error);
  }
}

function runConstruct(stream) {
  let called = false;
  function done(error) {
    if (called) return fail(stream, error ?? new errors.ERR_MULTIPLE_CALLBACK());
    called = true;
    const states = statesOf(stream);
    for (const state of states) state.constructed = true;
    if (states.some((state) => state.destroyed)) stream.emit(kDestroyNow, error);
    else if (error) fail(stream, error, true);
    else stream.emit(kConstructed);
  }
  try {
    stream._construct((error) => process.nextTick(done, error));
  } catch (error) {
    process.nextTick(done, error);
  }
}

// Called by each half at the end of its constructor: `ready` runs when the stream's _construct is done, if it has one.
function construct(stream, ready) {
  if (typeof stream._construct !== 'function') return;
  for (const state of statesOf(stream)) state.constructed = false;
  stream.once(kConstructed, ready);
  if (stream.listenerCount(kConstructed) === 1) process.nextTick(runConstruct, stream);
}

// Destroys somebody's stream, whatever it is; without an error an unfinished one gets an AbortError.
function destroyForeign(stream, error) {
  const { isDestroyed, isFinished } = require('internal/streams/queries');
  if (!stream || isDestroyed(stream)) return;
  if (!error && !isFinished(stream)) error = new AbortError();
  if (typeof stream.destroy === 'function') stream.destroy(error);
  else if (typeof stream.close === 'function') stream.close();
}

// Symbol.asyncDispose: destroys the stream, with an AbortError unless it is complete; the promise is fulfilled when it
// is closed.
function dispose(stream, complete) {
  let error = null;
  if (!stream.destroyed) {
    error = complete ? null : new AbortError();
    stream.destroy(error);
  }
  const { finished } = require('internal/streams/finished');
  return new Promise((resolve, reject) => {
    finished(stream, (failure) => failure && failure !== error ? reject(failure) : resolve(null));
  });
}

// What a half takes from its options besides what is its own.
function takeOptions(stream, options, withSignal) {
  if (typeof options?.destroy === 'function') stream._destroy = options.destroy;
  if (typeof options?.construct === 'function') stream._construct = options.construct;
  if (options?.signal && withSignal) require('internal/streams/abort').addAbortSignal(options.signal, stream);
}

function _destroy(error, callback) {
  callback(error);
}

function destroyRejected(error) {
  this.destroy(error);
}

// Gives the prototype of a half what destroys its streams. isComplete(stream): it came to its own end.
function defineLife(prototype, isComplete) {
  Object.assign(prototype, {
    destroy,
    _undestroy: undestroy,
    _destroy,
    [Symbol.for('nodejs.rejection')]: destroyRejected,
    [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
      return dispose(this, isComplete(this));
    },
  });
}

module.exports = { ...errors, construct, defineLife, destroy, destroyForeign, dispose, fail, joinErrors, takeOptions };
