'use strict';
// node:stream/promises: pipeline(...streams[, { signal, end }]) and finished(stream[, options]) as promises.

module.exports = {
  pipeline: (...args) => require('internal/streams/pipeline').pipelinePromise(...args),
  finished: (stream, options) => require('internal/streams/finished').finishedPromise(stream, options),
};
