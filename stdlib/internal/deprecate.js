'use strict';
// util.deprecate.

const { validateString } = require('internal/validate');

const warned = new Set();

// The function, but its first call emits a DeprecationWarning: message, and a code of which only the first one is shown.
// process.noDeprecation silences it.
function deprecate(fn, message, code) {
  if (process.noDeprecation === true) return fn;
  if (code !== undefined) validateString(code, 'code');
  let first = true;
  function deprecated(...args) {
    if (first && process.noDeprecation !== true) {
      first = false;
      if (code === undefined || !warned.has(code)) {
        if (code === undefined) process.emitWarning(message, 'DeprecationWarning', deprecated);
        else process.emitWarning(message, 'DeprecationWarning', code, deprecated);
        warned.add(code);
      }
    }
    return new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
  }
  Object.setPrototypeOf(deprecated, fn);
  if (fn.prototype) deprecated.prototype = fn.prototype;
  return deprecated;
}

module.exports = { deprecate };
