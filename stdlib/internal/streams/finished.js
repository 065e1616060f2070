'use strict';
// finished(stream[, options], callback): calls back once when a stream has ended, finished, failed, or closed before
// that (ERR_STREAM_PREMATURE_CLOSE). options: { error, readable, writable, signal, cleanup }. Gives a function that
// removes its listeners.

const { AbortError, ERR_INVALID_ARG_TYPE } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateObject } = require('internal/validate');
const { ERR_STREAM_PREMATURE_CLOSE } = require('internal/streams/lifecycle');
const {
  isClosed, isNodeStream, isReadable, isReadableFinished, isReadableNodeStream, isReadableStream, isWritable,
  isWritableFinished, isWritableNodeStream, isWritableStream, readableErrored, willEmitClose, writableErrored,
} = require('internal/streams/queries');

const isRequest = (stream) => stream.setHeader && typeof stream.abort === 'function';

function finished(stream, options, callback) {
  if (arguments.length === 2) {
    callback = options;
    options = {};
  } else if (options === null || options === undefined) {
    options = {};
  } else {
    validateObject(options, 'options');
  }
  validateFunction(callback, 'callback');
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  if (isReadableStream(stream) || isWritableStream(stream) || !isNodeStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  let called = false;
  const report = (error) => {
    if (called) return;
    called = true;
    if (error) callback.call(stream, error);
    else callback.call(stream);
  };

  const readable = options.readable ?? isReadableNodeStream(stream);
  const writable = options.writable ?? isWritableNodeStream(stream);
  const w = stream._writableState;
  const r = stream._readableState;
  // Whether 'close' will come and is to be waited for: only when it tells of all halves that matter here.
  let closes = willEmitClose(stream) && isReadableNodeStream(stream) === readable &&
    isWritableNodeStream(stream) === writable;
  let writableDone = isWritableFinished(stream, false);
  let readableDone = isReadableFinished(stream, false);

  const onFinish = () => {
    writableDone = true;
    if (stream.destroyed) closes = false; // destroyed by hand: 'close' may be on its way already
    if (closes && (!stream.readable || readable)) return;
    if (!readable || readableDone) report();
  };
  const onEnd = () => {
    readableDone = true;
    if (stream.destroyed) closes = false;
    if (closes && (!stream.writable || writable)) return;
    if (!writable || writableDone) report();
  };
  const onError = (error) => report(error);
  let closed = isClosed(stream);
  const onClose = () => {
    closed = true;
    const error = writableErrored(stream) || readableErrored(stream);
    if (error && typeof error !== 'boolean') return report(error);
    if (readable && !readableDone && isReadableNodeStream(stream) && !isReadableFinished(stream, false)) {
      return report(new ERR_STREAM_PREMATURE_CLOSE());
    }
    if (writable && !writableDone && !isWritableFinished(stream, false)) {
      return report(new ERR_STREAM_PREMATURE_CLOSE());
    }
    report();
  };
  const onClosedAlready = () => {
    closed = true;
    const error = writableErrored(stream) || readableErrored(stream);
    if (error && typeof error !== 'boolean') return report(error);
    report();
  };
  const onRequest = () => stream.req.on('finish', onFinish);
  const onLegacyEnd = () => {
    if (stream.writable === false || !w) onFinish();
  };

  if (isRequest(stream)) {
    stream.on('complete', onFinish);
    if (!closes) stream.on('abort', onClose);
    if (stream.req) onRequest();
    else stream.on('request', onRequest);
  } else if (writable && !w) { // streams of old
    stream.on('end', onLegacyEnd);
    stream.on('close', onLegacyEnd);
  }
  if (!closes && typeof stream.aborted === 'boolean') stream.on('aborted', onClose);
  stream.on('end', onEnd);
  stream.on('finish', onFinish);
  if (options.error !== false) stream.on('error', onError);
  stream.on('close', onClose);

  if (closed) {
    process.nextTick(onClose);
  } else if (w?.errorEmitted || r?.errorEmitted) {
    if (!closes) process.nextTick(onClosedAlready);
  } else if ((!readable && (!closes || isReadable(stream)) && (writableDone || isWritable(stream) === false)) ||
             (!writable && (!closes || isWritable(stream)) && (readableDone || isReadable(stream) === false))) {
    process.nextTick(onClosedAlready);
  }

  const cleanup = () => {
    called = true;
    for (const [event, listener] of [
      ['aborted', onClose], ['complete', onFinish], ['abort', onClose], ['request', onRequest], ['end', onLegacyEnd],
      ['close', onLegacyEnd], ['finish', onFinish], ['end', onEnd], ['error', onError], ['close', onClose],
    ]) {
      stream.removeListener(event, listener);
    }
    stream.req?.removeListener('finish', onFinish);
  };

  if (options.signal && !closed) {
    const { signal } = options;
    const abort = () => {
      const wasCalled = called;
      cleanup();
      if (!wasCalled) callback.call(stream, new AbortError(undefined, { cause: signal.reason }));
    };
    if (signal.aborted) {
      process.nextTick(abort);
    } else {
      const original = callback;
      signal.addEventListener('abort', abort, { once: true });
      callback = function(...args) {
        signal.removeEventListener('abort', abort);
        original.apply(stream, args);
      };
    }
  }
  return cleanup;
}

// The same as a promise. With { cleanup: true } the listeners are removed when it is settled.
function finishedPromise(stream, options) {
  let cleans = false;
  if (options?.cleanup !== undefined) {
    require('internal/validate').validateBoolean(options.cleanup, 'cleanup');
    cleans = options.cleanup;
  }
  return new Promise((resolve, reject) => {
    const cleanup = finished(stream, options, (error) => {
      if (cleans) cleanup();
      if (error) reject(error);
      else resolve();
    });
  });
}

module.exports = { finished, finishedPromise };
