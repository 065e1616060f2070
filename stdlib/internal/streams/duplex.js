'use strict';
// Duplex, Transform and PassThrough (Node documentation, "Duplex and transform streams"), and Readable.from.
//
// A Duplex is a Readable that has the methods and the state of a Writable too. A Transform keeps the callback of a
// write while its readable half is full, and calls it when that is read.

const lifecycle = require('internal/streams/lifecycle');

module.exports = { Duplex, PassThrough, Transform }; // the halves ask for Duplex while they are defined

const Readable = require('internal/streams/readable');
const Writable = require('internal/streams/writable');
const { Stream } = require('internal/streams/legacy');

Object.setPrototypeOf(Duplex.prototype, Readable.prototype);
Object.setPrototypeOf(Duplex, Readable);
for (const name of Object.getOwnPropertyNames(Writable.prototype)) {
  if (name in Duplex.prototype && name !== 'destroyed' && name !== 'closed' && name !== 'errored') continue;
  Object.defineProperty(Duplex.prototype, name, Object.getOwnPropertyDescriptor(Writable.prototype, name));
}

// new Duplex([{ allowHalfOpen, readable, writable, readableObjectMode, writableObjectMode, readableHighWaterMark,
// writableHighWaterMark, ...the options of both halves }]). allowHalfOpen false: the end of reading ends writing.
function Duplex(options) {
  if (!(this instanceof Duplex)) return new Duplex(options);
  this.allowHalfOpen = options?.allowHalfOpen !== false;
  Readable.call(this, options);
  const events = this._events;
  const count = this._eventsCount;
  Writable.call(this, options);
  if (this._events !== events && count) {
    this._events = events;
    this._eventsCount = count;
  }
  if (options?.readable === false) {
    Object.assign(this._readableState, { readable: false, ended: true, endEmitted: true });
  }
  if (options?.writable === false) {
    Object.assign(this._writableState, { writable: false, ending: true, ended: true, finished: true });
  }
}

Duplex.prototype.destroy = Writable.prototype.destroy;

const accessor = (get, set) => ({ configurable: true, enumerable: false, get, set });
Object.defineProperties(Duplex.prototype, {
  closed: accessor(function() {
    return Boolean(this._readableState?.closed && this._writableState?.closed);
  }),
  destroyed: accessor(function() {
    return Boolean(this._readableState && this._writableState && this._readableState.destroyed &&
      this._writableState.destroyed);
  }, function(value) {
    if (!this._readableState || !this._writableState) return;
    this._readableState.destroyed = value;
    this._writableState.destroyed = value;
  }),
  errored: accessor(function() {
    return this._readableState?.errored ?? this._writableState?.errored ?? null;
  }),
});

// Duplex.from(source): a duplex of nearly anything: { readable, writable }, a stream, a function of async iterators, an
// iterable, a promise, a string.
Duplex.from = function from(source) {
  return require('internal/streams/duplex_from').duplexFrom(source);
};

// --- Transform ------------------------------------------------------------------------------------------------------

const kCallback = Symbol('kCallback');

Object.setPrototypeOf(Transform.prototype, Duplex.prototype);
Object.setPrototypeOf(Transform, Duplex);

// new Transform([{ transform(chunk, encoding, callback), flush(callback), ...the options of Duplex }])
function Transform(options) {
  if (!(this instanceof Transform)) return new Transform(options);
  // A readable half of mark 0 takes nothing in advance: the writable half must not either.
  if (options?.readableHighWaterMark === 0) {
    options = { ...options, highWaterMark: null, writableHighWaterMark: options.writableHighWaterMark || 0 };
  }
  Duplex.call(this, options);
  this._readableState.sync = false; // a chunk in the buffer counts as wanted
  this[kCallback] = null;
  if (typeof options?.transform === 'function') this._transform = options.transform;
  if (typeof options?.flush === 'function') this._flush = options.flush;
  this.on('prefinish', onPrefinish);
}

function flush(callback) {
  const finish = (error, data) => {
    if (error) {
      if (callback) callback(error);
      else this.destroy(error);
      return;
    }
    if (data !== null && data !== undefined) this.push(data);
    this.push(null);
    callback?.();
  };
  if (typeof this._flush === 'function' && !this.destroyed) this._flush(finish);
  else finish();
}

function onPrefinish() {
  if (this._final !== flush) flush.call(this);
}

Transform.prototype._final = flush;

Transform.prototype._transform = function _transform(chunk, encoding, callback) {
  throw new lifecycle.ERR_METHOD_NOT_IMPLEMENTED('_transform()');
};

Transform.prototype._write = function _write(chunk, encoding, callback) {
  const r = this._readableState;
  const w = this._writableState;
  const before = r.length;
  this._transform(chunk, encoding, (error, data) => {
    if (error) return callback(error);
    if (data !== null && data !== undefined) this.push(data);
    if (w.ended || before === r.length || r.length < r.highWaterMark) callback();
    else this[kCallback] = callback;
  });
};

Transform.prototype._read = function _read() {
  const callback = this[kCallback];
  if (!callback) return;
  this[kCallback] = null;
  callback();
};

Object.setPrototypeOf(PassThrough.prototype, Transform.prototype);
Object.setPrototypeOf(PassThrough, Transform);

// new PassThrough([options]): gives what is written.
function PassThrough(options) {
  if (!(this instanceof PassThrough)) return new PassThrough(options);
  Transform.call(this, options);
}

PassThrough.prototype._transform = function _transform(chunk, encoding, callback) {
  callback(null, chunk);
};
