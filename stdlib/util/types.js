'use strict';
// node:util/types: what kind of object a value is, by its internal slots, whatever its prototype and properties are.

const types = native('types');

module.exports = {
  ...types,
  // Values of these kinds do not exist here.
  isExternal: () => false,
  isKeyObject: () => false,
  isCryptoKey: () => false,
};
