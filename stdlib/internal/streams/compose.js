'use strict';
// compose(...streams): see stream.js. What is written goes into the first, what is read comes from the last; an error
// of one destroys all.

const { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } = require('internal/errors');
const { Duplex } = require('internal/streams/duplex');
const { pipeline } = require('internal/streams/pipeline');
const { isNodeStream, isReadable, isWritable } = require('internal/streams/queries');

module.exports = function compose(...streams) {
  if (streams.length === 0) throw new ERR_MISSING_ARGS('streams');
  if (streams.length === 1) return Duplex.from(streams[0]);
  const given = [...streams];
  if (typeof streams[0] === 'function') streams[0] = Duplex.from(streams[0]);
  const lastIndex = streams.length - 1;
  if (typeof streams[lastIndex] === 'function') streams[lastIndex] = Duplex.from(streams[lastIndex]);
  streams.forEach((stream, i) => {
    if (!isNodeStream(stream)) return;
    if (i < lastIndex && isReadable(stream) === false) {
      throw new ERR_INVALID_ARG_VALUE(`streams[${i}]`, given[i], 'must be readable');
    }
    if (i > 0 && isWritable(stream) === false) {
      throw new ERR_INVALID_ARG_VALUE(`streams[${i}]`, given[i], 'must be writable');
    }
  });
  const head = streams[0];
  const tail = pipeline(...streams, (error) => {
    if (error) duplex.destroy(error);
    else if (!Duplex.prototype.isPrototypeOf(tail) && !isReadable(tail)) duplex.destroy();
  });
  const writes = Boolean(isWritable(head));
  const reads = Boolean(isReadable(tail));
  const duplex = Duplex.from({ writable: writes ? head : undefined, readable: reads ? tail : undefined });
  return duplex;
};
