'use strict';
// addAbortSignal(signal, stream): an abort of the signal destroys the stream.

const { AbortError, ERR_INVALID_ARG_TYPE } = require('internal/errors');
const { validateAbortSignal } = require('internal/validate');

// Checks both; gives the stream.
function checkedAddAbortSignal(signal, stream) {
  validateAbortSignal(signal, 'signal');
  if (!require('internal/streams/queries').isNodeStream(stream)) {
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  }
  return addAbortSignal(signal, stream);
}

function addAbortSignal(signal, stream) {
  if (typeof signal !== 'object' || !('aborted' in signal)) return stream;
  const destroy = () => stream.destroy(new AbortError(undefined, { cause: signal.reason }));
  if (signal.aborted) {
    destroy();
  } else {
    signal.addEventListener('abort', destroy, { once: true });
    require('internal/streams/finished').finished(stream, () => signal.removeEventListener('abort', destroy));
  }
  return stream;
}

module.exports = { addAbortSignal, checkedAddAbortSignal };
