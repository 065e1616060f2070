'use strict';
// node:stream: Readable, Writable, Duplex, Transform, PassThrough, pipeline, finished and what belongs to them (Node
// documentation, "Stream"). The module itself is the base of all streams.

const { Stream, getDefaultHighWaterMark, setDefaultHighWaterMark } = require('internal/streams/legacy');
const { Duplex, PassThrough, Transform } = require('internal/streams/duplex');
const Readable = require('internal/streams/readable');
const Writable = require('internal/streams/writable');
const queries = require('internal/streams/queries');

// Readable.from(iterable[, options])
Readable.from = (iterable, options) => require('internal/streams/from')(Readable, iterable, options);
// Readable.wrap(old[, options]): a stream of an old emitter.
Readable.wrap = (old, options) => new Readable({ objectMode: old.readableObjectMode ?? old.objectMode ?? true,
                                                 ...options }).wrap(old);

// The methods that work like those of arrays are looked up when first called.
function define(name, value) {
  Object.defineProperty(Readable.prototype, name, { value, enumerable: false, configurable: true, writable: true });
}
for (const name of ['map', 'filter', 'flatMap', 'drop', 'take']) {
  define(name, { [name](first, options = undefined) {
    if (new.target) throw new TypeError(`${name} is not a constructor`);
    return Readable.from(require('internal/streams/operators').toStream[name].call(this, first, options));
  } }[name]);
}
for (const name of ['forEach', 'toArray', 'some', 'every', 'find', 'reduce']) {
  define(name, { [name](first, ...rest) {
    return require('internal/streams/operators').toPromise[name].call(this, first, ...rest);
  } }[name]);
}

// compose(...streams): the chain of streams as one duplex; stream.compose(other) likewise.
function compose(...streams) {
  return require('internal/streams/compose')(...streams);
}
define('compose', function compose_(stream, options) {
  const { isNodeStream, isWritable } = queries;
  if (options !== undefined && options !== null) require('internal/validate').validateObject(options, 'options');
  if (options?.signal !== undefined) {
    require('internal/validate').validateAbortSignal(options.signal, 'options.signal');
  }
  if (isNodeStream(stream) && !isWritable(stream)) {
    throw new (require('internal/errors').ERR_INVALID_ARG_VALUE)('stream', stream, 'must be writable');
  }
  const composed = compose(this, stream);
  if (options?.signal) require('internal/streams/abort').addAbortSignal(options.signal, composed);
  return composed;
});

// Everything that is called from elsewhere is found as a property of Stream.
Object.assign(Stream, {
  Stream,
  Readable,
  Writable,
  Duplex,
  Transform,
  PassThrough,
  compose,
  // duplexPair([options]): two duplexes; what is written to one is read from the other.
  duplexPair: (options) => require('internal/streams/duplex_pair')(options),
  // pipeline(...streams, callback), finished(stream[, options], callback)
  pipeline: (...args) => require('internal/streams/pipeline').pipeline(...args),
  finished: (...args) => require('internal/streams/finished').finished(...args),
  // addAbortSignal(signal, stream): an abort destroys the stream.
  addAbortSignal: (signal, stream) => require('internal/streams/abort').checkedAddAbortSignal(signal, stream),
  // destroy(stream[, error]): destroys anything that looks like a stream.
  destroy(stream, error) {
    require('internal/streams/lifecycle').destroyForeign(stream, error);
    return stream;
  },
  getDefaultHighWaterMark,
  setDefaultHighWaterMark,
  isDestroyed: queries.isDestroyed,
  isDisturbed: queries.isDisturbed,
  isErrored: queries.isErrored,
  isReadable: queries.isReadable,
  isWritable: queries.isWritable,
  _isUint8Array: (x) => x instanceof Uint8Array,
  _uint8ArrayToBuffer: (x) => require('buffer').Buffer.from(x.buffer, x.byteOffset, x.byteLength),
});
const custom = Symbol.for('nodejs.util.promisify.custom');
Object.defineProperty(Stream.pipeline, custom, { enumerable: true, get: () => require('stream/promises').pipeline });
Object.defineProperty(Stream.finished, custom, { enumerable: true, get: () => require('stream/promises').finished });
Object.defineProperty(Stream, 'promises', {
  configurable: true,
  enumerable: true,
  get: () => require('stream/promises'),
});

module.exports = Stream;
