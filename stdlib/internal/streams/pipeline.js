'use strict';
// pipeline(...streams, callback): a chain of streams, iterables and async generator functions, that is destroyed as a
// whole when one of its parts fails; the callback gets the error, and the value of a last function.
//
// Each part is finished, failed, or cut off once; `outcome` takes the first error that matters, and the callback comes
// when the last part is done.

const { AbortError, ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE, ERR_MISSING_ARGS } = require('internal/errors');
const { validateAbortSignal, validateFunction } = require('internal/validate');
const lifecycle = require('internal/streams/lifecycle');
const { finished } = require('internal/streams/finished');
const { isIterable, isNodeStream, isReadableFinished, isReadableNodeStream } = require('internal/streams/queries');

// Watches one stream of a chain: `done(error)` once. Gives a function that destroys it, unless it has finished.
function watch(stream, reading, writing, done) {
  let over = false;
  stream.on('close', () => { over = true; });
  const cleanup = finished(stream, { readable: reading, writable: writing }, (error) => {
    over = !error;
    done(error);
  });
  return {
    destroy(error) {
      if (over) return;
      over = true;
      lifecycle.destroyForeign(stream, error || new lifecycle.ERR_STREAM_DESTROYED('pipe'));
    },
    cleanup,
  };
}

// Writes the values of an iterable to a stream, at its pace.
async function pump(iterable, writable, done, end) {
  let failure;
  let wake;
  const resume = (error) => {
    if (error) failure = error;
    wake?.();
    wake = undefined;
  };
  const drained = () => new Promise((resolve, reject) => {
    if (failure) return reject(failure);
    wake = () => failure ? reject(failure) : resolve();
  });
  writable.on('drain', resume);
  const cleanup = finished(writable, { readable: false }, resume);
  try {
    if (writable.writableNeedDrain) await drained();
    for await (const chunk of iterable) {
      if (!writable.write(chunk)) await drained();
    }
    if (end) {
      writable.end();
      await drained();
    }
    done();
  } catch (error) {
    done(failure && failure !== error ? lifecycle.joinErrors(failure, error) : error);
  } finally {
    cleanup();
    writable.removeListener('drain', resume);
  }
}

function pipeline(...streams) {
  const callback = streams.pop();
  validateFunction(callback, 'streams[stream.length - 1]');
  let called = false;
  return run(streams, (error, value) => {
    if (called) return;
    called = true;
    callback(error, value);
  });
}

// options: { signal, end }
function run(streams, callback, options) {
  if (streams.length === 1 && Array.isArray(streams[0])) streams = streams[0];
  if (streams.length < 2) throw new ERR_MISSING_ARGS('streams');
  const controller = new AbortController();
  const { signal } = controller;
  const outer = options?.signal;
  const endsLast = options?.end !== false;
  const parts = [];  // what can be destroyed
  const cleanups = [];
  let outcome;
  let value;
  let pending = 0;

  if (outer !== undefined) validateAbortSignal(outer, 'options.signal');
  const abort = () => finishPart(new AbortError(undefined, { cause: outer?.reason }));
  if (outer?.aborted) process.nextTick(abort);
  else outer?.addEventListener('abort', abort, { once: true });

  function finishPart(error, final) {
    if (error && (!outcome || outcome.code === 'ERR_STREAM_PREMATURE_CLOSE')) outcome = error;
    if (!outcome && !final) return;
    while (parts.length) parts.shift().destroy(outcome);
    outer?.removeEventListener('abort', abort);
    controller.abort();
    if (!final) return;
    if (!outcome) for (const cleanup of cleanups) cleanup();
    process.nextTick(callback, outcome, value);
  }
  const oneDone = (error) => finishPart(error, --pending === 0);

  const watchPart = (stream, reading, writing) => {
    const part = watch(stream, reading, writing, (error) => {
      // A part that is cut off after the chain had what it wanted is no failure.
      if (error && error.name !== 'AbortError' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') oneDone(error);
    });
    parts.push(part);
    return part;
  };

  let current;
  for (let i = 0; i < streams.length; i++) {
    const stream = streams[i];
    const first = i === 0;
    const last = i === streams.length - 1;
    const ends = !last || endsLast;
    if (isNodeStream(stream)) {
      if (ends) {
        const part = watchPart(stream, !last, !first);
        if (isReadableNodeStream(stream) && last) cleanups.push(part.cleanup);
      }
      // An error that comes after the chain is over must not go uncaught.
      const onError = (error) => {
        if (error && error.name !== 'AbortError' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') oneDoneLate(error);
      };
      stream.on('error', onError);
      if (isReadableNodeStream(stream) && last) cleanups.push(() => stream.removeListener('error', onError));
    }
    if (first) {
      if (typeof stream === 'function') {
        current = stream({ signal });
        if (!isIterable(current)) {
          throw new ERR_INVALID_RETURN_VALUE('Iterable, AsyncIterable or Stream', 'source', current);
        }
      } else if (isIterable(stream) || isReadableNodeStream(stream)) {
        current = stream;
      } else {
        const { Duplex } = require('internal/streams/duplex');
        current = Duplex.from(stream);
      }
    } else if (typeof stream === 'function') {
      current = stream(readableOf(current), { signal });
      if (!last) {
        if (!isIterable(current, true)) {
          throw new ERR_INVALID_RETURN_VALUE('AsyncIterable', `transform[${i - 1}]`, current);
        }
      } else {
        current = lastResult(current, (result) => { value = result; }, () => { pending++; }, oneDone, ends, parts,
                             cleanups);
      }
    } else if (isNodeStream(stream)) {
      if (isReadableNodeStream(current)) {
        pending += 2;
        const cleanup = connect(current, stream, oneDone, ends);
        if (isReadableNodeStream(stream) && last) cleanups.push(cleanup);
      } else if (typeof current?.then === 'function' && !isIterable(current)) {
        pending++;
        current.then((result) => {
          value = result;
          if (result !== null && result !== undefined) stream.write(result);
          if (ends) stream.end();
          process.nextTick(oneDone);
        }, (error) => {
          stream.destroy(error);
          process.nextTick(oneDone, error);
        });
      } else if (isIterable(current)) {
        pending++;
        pump(current, stream, oneDone, ends);
      } else {
        throw new ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable'], current);
      }
      current = stream;
    } else {
      const { Duplex } = require('internal/streams/duplex');
      current = Duplex.from(stream);
    }
  }
  function oneDoneLate(error) {
    finishPart(error, false);
  }
  if (outer?.aborted) process.nextTick(abort);
  return current;
}

// What functions of a chain get: something to iterate asynchronously.
function readableOf(source) {
  if (isIterable(source)) return source;
  if (isReadableNodeStream(source)) {
    const Readable = require('internal/streams/readable');
    return Readable.prototype[Symbol.asyncIterator].call(source);
  }
  throw new ERR_INVALID_ARG_TYPE('val', ['Readable', 'Iterable', 'AsyncIterable'], source);
}

// The result of a last function: a promise whose value is the pipeline's, or an async iterable; as a stream.
function lastResult(result, setValue, begin, done, ends, parts, cleanups) {
  const { PassThrough } = require('internal/streams/duplex');
  const output = new PassThrough({ objectMode: true });
  if (typeof result?.then === 'function') {
    begin();
    result.then((value) => {
      setValue(value);
      if (value !== null && value !== undefined) output.write(value);
      if (ends) output.end();
      process.nextTick(done);
    }, (error) => {
      output.destroy(error);
      process.nextTick(done, error);
    });
  } else if (isIterable(result, true)) {
    begin();
    pump(result, output, done, ends);
  } else {
    throw new ERR_INVALID_RETURN_VALUE('AsyncIterable or Promise', 'destination', result);
  }
  const part = watch(output, false, true, () => {});
  parts.push(part);
  cleanups.push(part.cleanup);
  return output;
}

// source.pipe(destination) with both ends reported: done(error) is called twice.
function connect(source, destination, done, end) {
  let ended = false;
  destination.on('close', () => {
    if (!ended) done(new lifecycle.ERR_STREAM_PREMATURE_CLOSE());
  });
  source.pipe(destination, { end: false }); // an end after 'close' of the source would come too late
  if (end) {
    const finish = () => {
      ended = true;
      destination.end();
    };
    if (isReadableFinished(source)) process.nextTick(finish);
    else source.once('end', finish);
  } else {
    done();
  }
  finished(source, { readable: true, writable: false }, (error) => {
    const r = source._readableState;
    if (error && error.code === 'ERR_STREAM_PREMATURE_CLOSE' && r?.ended && !r.errored && !r.errorEmitted) {
      // Everything was read; it closed before it could say so.
      source.once('end', done).once('error', done);
    } else {
      done(error);
    }
  });
  return finished(destination, { readable: false, writable: true }, done);
}

// The same as a promise for the value of the last function; a last { signal, end } is the options.
function pipelinePromise(...streams) {
  return new Promise((resolve, reject) => {
    let options;
    const last = streams[streams.length - 1];
    if (last && typeof last === 'object' && !isNodeStream(last) && !isIterable(last)) {
      options = streams.pop();
    }
    run(streams, (error, value) => error ? reject(error) : resolve(value), options);
  });
}

module.exports = { pipeline, pipelinePromise };
