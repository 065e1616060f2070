'use strict';
// compose(...streams): see stream.js. What is written goes into the first, what is read comes from the last; an error
// of one destroys all.

const { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } = require('internal/errors');
const { Duplex } = require('internal/streams/duplex');
const { joined } = require('internal/streams/duplex_from');
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
    if (i < lastIndex && !isReadable(stream)) {
      throw new ERR_INVALID_ARG_VALUE(`streams[${i}]`, given[i], 'must be readable');
    }
    if (i > 0 && !isWritable(stream)) {
      throw new ERR_INVALID_ARG_VALUE(`streams[${i}]`, given[i], 'must be writable');
    }
  });
  const head = streams[0];
  let finalDone; // what is written has to reach the end of a chain that nothing is read from
  const tail = pipeline(...streams, (error) => {
    if (error) duplex.destroy(error);
    else if (finalDone) finalDone();
    else if (!reads) duplex.destroy();
  });
  const writes = Boolean(isWritable(head));
  const reads = Boolean(isReadable(tail));
  const duplex = joined({ writable: writes ? head : undefined, readable: reads ? tail : undefined });
  if (writes && !reads) {
    duplex._final = (callback) => {
      finalDone = callback;
      head.end();
    };
  }
  return duplex;
};
