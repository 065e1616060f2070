'use strict';
// Duplex.from(source): see duplex.js.

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE } = require('internal/errors');
const { Duplex } = require('internal/streams/duplex');
const { finished } = require('internal/streams/finished');
const lifecycle = require('internal/streams/lifecycle');
const { isDuplexNodeStream, isIterable, isReadableNodeStream, isWritable, isWritableNodeStream } =
  require('internal/streams/queries');
const Readable = require('internal/streams/readable');

function duplexFrom(source, name = 'body') {
  if (isDuplexNodeStream(source)) return source;
  if (isReadableNodeStream(source)) return joined({ readable: source });
  if (isWritableNodeStream(source)) return joined({ writable: source });
  if (typeof source === 'function') return fromFunction(source, name);
  if (isIterable(source) || typeof source === 'string') return readableOnly(Readable.from(source));
  if (isReadableNodeStream(source?.readable) || isWritableNodeStream(source?.writable)) return joined(source);
  if (typeof source?.readable === 'object' || typeof source?.writable === 'object') {
    const readable = source.readable ? duplexFrom(source.readable) : undefined;
    const writable = source.writable ? duplexFrom(source.writable) : undefined;
    return joined({ readable, writable });
  }
  if (typeof source?.then === 'function') {
    return readableOnly(Readable.from((async function* () {
      const value = await source;
      if (value !== null && value !== undefined) yield value;
    })()));
  }
  throw new ERR_INVALID_ARG_TYPE(name, [
    'Blob', 'ReadableStream', 'WritableStream', 'Stream', 'Iterable', 'AsyncIterable',
    'Function', '{ readable, writable } pair', 'Promise'], source);
}

const readableOnly = (readable) => joined({ readable });

// A function of an async iterator of what is written. It gives an async iterable (what is read) or a promise.
function fromFunction(fn, name) {
  let deliver;
  let wanted = new Promise((resolve) => { deliver = resolve; });
  const controller = new AbortController();
  const { signal } = controller;
  async function* writes() {
    for (;;) {
      const { chunk, done, callback } = await wanted;
      wanted = new Promise((resolve) => { deliver = resolve; });
      process.nextTick(callback);
      if (done) return;
      if (signal.aborted) throw signal.reason;
      yield chunk;
    }
  }
  const result = fn(writes(), { signal });
  const writeHalf = {
    write(chunk, encoding, callback) {
      deliver({ chunk, done: false, callback });
    },
    final(callback) {
      deliver({ done: true, callback });
    },
    destroy(error, callback) {
      controller.abort(error ?? undefined);
      callback(error);
    },
  };
  if (isIterable(result)) {
    const stream = Readable.from(result, { objectMode: true });
    const writable = new (require('internal/streams/writable'))({ objectMode: true, ...writeHalf });
    return joined({ readable: stream, writable });
  }
  if (typeof result?.then === 'function') {
    const duplex = new Duplex({
      objectMode: true,
      readable: false,
      ...writeHalf,
      final(callback) {
        deliver({ done: true, callback: () => result.then(() => callback(), callback) });
      },
    });
    result.then((value) => {
      if (value !== null && value !== undefined) {
        lifecycle.destroyForeign(duplex, new ERR_INVALID_RETURN_VALUE('nully', name, value));
      }
    }, (error) => lifecycle.destroyForeign(duplex, error));
    return duplex;
  }
  throw new ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or AsyncFunction', name, result);
}

// One duplex whose halves are two streams.
function joined({ readable, writable }) {
  const source = readable && typeof readable.read !== 'function' ? Readable.wrap(readable) : readable;
  const canRead = Boolean(source);
  const canWrite = Boolean(writable) && isWritable(writable) !== false;
  const duplex = new Duplex({
    readableObjectMode: source?.readableObjectMode ?? true,
    writableObjectMode: writable?.writableObjectMode ?? true,
    readable: canRead,
    writable: canWrite,
  });
  let writeDone, finalDone, closeDone;
  let reading = canRead;
  let writing = canWrite;
  const halfDone = (error) => {
    if (error) duplex.destroy(error);
    if (closeDone && !reading && !writing) {
      const callback = closeDone;
      closeDone = undefined;
      callback(duplex.errored);
    }
  };
  if (canWrite) {
    finished(writable, { readable: false }, (error) => {
      writing = false;
      halfDone(error);
    });
    duplex._write = (chunk, encoding, callback) => {
      if (writable.write(chunk, encoding)) callback();
      else writeDone = callback;
    };
    duplex._final = (callback) => {
      finalDone = callback;
      writable.end();
    };
    writable.on('drain', () => {
      const callback = writeDone;
      writeDone = undefined;
      callback?.();
    });
    writable.on('finish', () => {
      const callback = finalDone;
      finalDone = undefined;
      callback?.();
    });
  }
  if (canRead) {
    finished(source, { writable: false }, (error) => {
      reading = false;
      halfDone(error);
    });
    const read = () => {
      for (;;) {
        const chunk = source.read();
        if (chunk === null) {
          duplex._read = read;
          return;
        }
        if (!duplex.push(chunk)) return;
      }
    };
    source.on('readable', read);
    source.on('end', () => duplex.push(null));
    duplex._read = read;
  }
  duplex._destroy = (error, callback) => {
    writeDone = finalDone = undefined;
    if (!reading && !writing) return callback(error);
    closeDone = () => callback(error);
    if (writing) lifecycle.destroyForeign(writable, error);
    if (reading) lifecycle.destroyForeign(source, error);
  };
  return duplex;
}

module.exports = { duplexFrom, joined };
