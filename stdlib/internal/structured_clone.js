'use strict';
// structuredClone (HTML, "structured cloning"). The algorithm is the engine's.

const { clone } = native('clone');

// DOMExceptions are the only objects of the library that can be cloned.
function copySpecial(value) {
  return require('internal/dom_exception').copyDOMException(value);
}

function makeError(message) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, 'DataCloneError');
}

// The transfer list as a new array; undefined: there is none.
function transferOf(options) {
  const { ERR_INVALID_ARG_TYPE } = require('internal/errors');
  if (options === null) return undefined;
  if (typeof options !== 'object' && typeof options !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  const list = options.transfer;
  if (list === undefined) return undefined;
  if (list === null || typeof list !== 'object' || typeof list[Symbol.iterator] !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('options.transfer', 'Iterable', list);
  }
  const result = [...list];
  for (const item of result) {
    if (!(item instanceof ArrayBuffer)) throw makeError('Value is not transferable');
  }
  return result;
}

// A method, since functions of the web are no constructors.
module.exports = {
  // A deep copy of a value; options: { transfer: iterable of ArrayBuffers to be moved instead of copied }. Throws a
  // DataCloneError DOMException for functions, symbols, promises, proxies, weak collections and objects of the host.
  structuredClone(value, options = undefined) {
    if (arguments.length === 0) {
      const { ERR_MISSING_ARGS } = require('internal/errors');
      throw new ERR_MISSING_ARGS('value');
    }
    return clone(value, options === undefined ? undefined : transferOf(options), copySpecial, makeError);
  },
};
