'use strict';
// What can be said of a stream, ours or one that only looks like it. null: unknown.

const isObject = (x) => x !== null && typeof x === 'object';
const readableState = (stream) => stream._readableState;
const writableState = (stream) => stream._writableState;

// Anything with the interface of a readable, writable or duplex stream.
function isNodeStream(x) {
  return isObject(x) && Boolean(x._readableState || x._writableState ||
    (typeof x.write === 'function' && typeof x.on === 'function') ||
    (typeof x.pipe === 'function' && typeof x.on === 'function'));
}

function isReadableNodeStream(x) {
  return isObject(x) && typeof x.pipe === 'function' && typeof x.on === 'function' &&
    (!x._writableState || x._readableState?.readable !== false) && (!x._writableState || Boolean(x._readableState));
}

function isWritableNodeStream(x) {
  return isObject(x) && typeof x.write === 'function' && typeof x.on === 'function' &&
    (!x._readableState || x._writableState?.writable !== false);
}

const isDuplexNodeStream = (x) => isObject(x) && typeof x.pipe === 'function' && Boolean(x._readableState) &&
  typeof x.on === 'function' && typeof x.write === 'function';

const isReadableStream = (x) => isObject(x) && typeof x.getReader === 'function' && typeof x.pipeThrough === 'function';
const isWritableStream = (x) => isObject(x) && typeof x.getWriter === 'function' && typeof x.abort === 'function';

function isIterable(x, async) {
  if (x === null || x === undefined) return false;
  if (async === true) return typeof x[Symbol.asyncIterator] === 'function';
  if (async === false) return typeof x[Symbol.iterator] === 'function';
  return typeof x[Symbol.asyncIterator] === 'function' || typeof x[Symbol.iterator] === 'function';
}

function isDestroyed(stream) {
  if (!isNodeStream(stream)) return null;
  return Boolean(stream.destroyed || (writableState(stream) ?? readableState(stream))?.destroyed);
}

// end() has been called.
function isWritableEnded(stream) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableEnded === true) return true;
  const state = writableState(stream);
  if (state?.errored) return false;
  return typeof state?.ended === 'boolean' ? state.ended : null;
}

// 'finish' was emitted, or (not strict) is about to be.
function isWritableFinished(stream, strict) {
  if (!isWritableNodeStream(stream)) return null;
  if (stream.writableFinished === true) return true;
  const state = writableState(stream);
  if (state?.errored) return false;
  if (typeof state?.finished !== 'boolean') return null;
  return Boolean(state.finished || (strict === false && state.ended === true && state.length === 0));
}

// 'end' was emitted, or (not strict) is about to be.
function isReadableFinished(stream, strict) {
  if (!isReadableNodeStream(stream)) return null;
  const state = readableState(stream);
  if (state?.errored) return false;
  if (typeof state?.endEmitted !== 'boolean') return null;
  return Boolean(state.endEmitted || (strict === false && state.ended === true && state.length === 0));
}

function isReadable(stream) {
  if (typeof stream?.readable !== 'boolean') return null;
  if (isDestroyed(stream)) return false;
  return isReadableNodeStream(stream) && stream.readable && !isReadableFinished(stream);
}

function isWritable(stream) {
  if (typeof stream?.writable !== 'boolean') return null;
  if (isDestroyed(stream)) return false;
  return isWritableNodeStream(stream) && stream.writable && !isWritableEnded(stream);
}

function isFinished(stream) {
  if (!isNodeStream(stream)) return null;
  if (isDestroyed(stream)) return true;
  return isReadable(stream) !== true && isWritable(stream) !== true;
}

const readableErrored = (stream) =>
  isNodeStream(stream) ? stream.readableErrored ?? readableState(stream)?.errored ?? null : null;
const writableErrored = (stream) =>
  isNodeStream(stream) ? stream.writableErrored ?? writableState(stream)?.errored ?? null : null;

function isClosed(stream) {
  if (!isNodeStream(stream)) return null;
  if (typeof stream.closed === 'boolean') return stream.closed;
  const w = writableState(stream);
  const r = readableState(stream);
  return typeof w?.closed === 'boolean' || typeof r?.closed === 'boolean' ? Boolean(w?.closed || r?.closed) : null;
}

// Whether 'close' is to be expected.
function willEmitClose(stream) {
  if (!isNodeStream(stream)) return null;
  const state = writableState(stream) ?? readableState(stream);
  return Boolean(state?.autoDestroy && state.emitClose && state.closed === false);
}

// Whether something was read from it, or it was cut off.
function isDisturbed(stream) {
  const state = stream && readableState(stream);
  return Boolean(stream && (stream.readableDidRead || stream.readableAborted || state?.dataEmitted));
}

const isErrored = (stream) => Boolean(stream && (readableErrored(stream) || writableErrored(stream)));

module.exports = {
  isClosed,
  isDestroyed,
  isDisturbed,
  isDuplexNodeStream,
  isErrored,
  isFinished,
  isIterable,
  isNodeStream,
  isReadable,
  isReadableFinished,
  isReadableNodeStream,
  isReadableStream,
  isWritable,
  isWritableEnded,
  isWritableFinished,
  isWritableNodeStream,
  isWritableStream,
  readableErrored,
  willEmitClose,
  writableErrored,
};
