'use strict';
// The base of all streams: an emitter with the pipe of old, for emitters of 'data' that are no Readable.

const EventEmitter = require('events');
const { ERR_UNKNOWN_ENCODING } = require('internal/errors');

function Stream(options) {
  EventEmitter.call(this, options);
}
Object.setPrototypeOf(Stream.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Stream, EventEmitter);

// pipe(destination[, { end }]): writes each 'data' to the destination, pauses while it is full, ends it at the end.
Stream.prototype.pipe = function pipe(destination, options) {
  const source = this;
  const onData = (chunk) => {
    if (destination.writable && destination.write(chunk) === false) source.pause?.();
  };
  const onDrain = () => {
    if (source.readable) source.resume?.();
  };
  let ended = false;
  const onEnd = () => {
    if (ended) return;
    ended = true;
    destination.end();
  };
  const onClose = () => {
    if (ended) return;
    ended = true;
    destination.destroy?.();
  };
  function onError(error) {
    cleanup();
    if (EventEmitter.listenerCount(this, 'error') === 0) this.emit('error', error);
  }
  function cleanup() {
    source.removeListener('data', onData);
    destination.removeListener('drain', onDrain);
    source.removeListener('end', onEnd);
    source.removeListener('close', onClose);
    source.removeListener('error', onError);
    destination.removeListener('error', onError);
    source.removeListener('end', cleanup);
    source.removeListener('close', cleanup);
    destination.removeListener('close', cleanup);
  }
  source.on('data', onData);
  destination.on('drain', onDrain);
  if (!destination._isStdio && (!options || options.end !== false)) {
    source.on('end', onEnd);
    source.on('close', onClose);
  }
  prepend(source, 'error', onError);
  prepend(destination, 'error', onError);
  source.on('end', cleanup);
  source.on('close', cleanup);
  destination.on('close', cleanup);
  destination.emit('pipe', source);
  return destination;
};

// Object mode and the high water mark that options and the kind of half give.
let bytesMark = 64 * 1024;
let objectsMark = 16;

function highWaterMark(options, half, isDuplex, objectMode) {
  const { ERR_INVALID_ARG_VALUE } = require('internal/errors');
  const own = `${half}HighWaterMark`;
  const mark = options?.highWaterMark ?? (isDuplex ? options?.[own] : null);
  if (mark === null || mark === undefined) return objectMode ? objectsMark : bytesMark;
  if (!Number.isInteger(mark) || mark < 0) {
    throw new ERR_INVALID_ARG_VALUE(options.highWaterMark != null ? 'options.highWaterMark' : `options.${own}`, mark);
  }
  return Math.floor(mark);
}

// The encoding of strings that come without one.
function defaultEncoding(options) {
  const encoding = options?.defaultEncoding;
  if (encoding === undefined || encoding === null) return 'utf8';
  if (!require('buffer').Buffer.isEncoding(encoding)) throw new ERR_UNKNOWN_ENCODING(encoding);
  return encoding;
}

// Adds a listener before all others, to emitters of old that cannot do that as the last one.
function prepend(emitter, event, listener) {
  if (typeof emitter.prependListener === 'function') emitter.prependListener(event, listener);
  else emitter.on(event, listener);
}

function objectMode(options, half, isDuplex) {
  return Boolean(options && (options.objectMode || (isDuplex && options[`${half}ObjectMode`])));
}

// The default marks: bytes, or objects.
const getDefaultHighWaterMark = (objects) => objects ? objectsMark : bytesMark;
function setDefaultHighWaterMark(objects, value) {
  require('internal/validate').validateInteger(value, 'value', 0);
  if (objects) objectsMark = value;
  else bytesMark = value;
}

module.exports = {
  Stream,
  defaultEncoding,
  getDefaultHighWaterMark,
  highWaterMark,
  objectMode,
  prepend,
  setDefaultHighWaterMark,
};
