'use strict';
// Classes as WebIDL describes them.

module.exports = {
  // Gives a class a tag and makes its methods and accessors enumerable.
  describeInterface(Class) {
    for (const name of Object.getOwnPropertyNames(Class.prototype)) {
      if (name !== 'constructor') Object.defineProperty(Class.prototype, name, { enumerable: true });
    }
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: Class.name, configurable: true });
  },
};
