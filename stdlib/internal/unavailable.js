'use strict';
// Builtin modules that only exist by name: programs may import them, and get an error when they use them.

const { ERR_FEATURE_UNAVAILABLE } = require('internal/errors');

// The exports of module `name`: a function for each of the names, which throws ERR_FEATURE_UNAVAILABLE when it is
// called or constructed, and for "name{}" an empty object: programs take constants out of it when they are loaded.
module.exports = function unavailable(name, exported) {
  const result = {};
  for (const key of exported) {
    if (key.endsWith('{}')) {
      result[key.slice(0, -2)] = {};
      continue;
    }
    const full = `${name}.${key}`;
    const fail = function() {
      throw new ERR_FEATURE_UNAVAILABLE(full);
    };
    Object.defineProperty(fail, 'name', { value: key, configurable: true });
    result[key] = fail;
  }
  return result;
};
