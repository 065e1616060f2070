'use strict';
// util.promisify and util.callbackify.

const { validateFunction } = require('internal/validate');
const { define } = require('internal/errors');

const ERR_FALSY_VALUE_REJECTION = define('ERR_FALSY_VALUE_REJECTION', Error, 'Promise was rejected with falsy value');

const custom = Symbol.for('nodejs.util.promisify.custom');
// Functions whose callbacks get several results have their names here: the promise is of an object.
const customPromisifyArgs = Symbol('customPromisifyArgs');

// A function that gives a promise in place of calling `callback(error, value)` as its last argument. A function in
// original[promisify.custom] is taken as it is.
function promisify(original) {
  validateFunction(original, 'original');
  if (original[custom]) {
    const replacement = original[custom];
    validateFunction(replacement, 'util.promisify.custom');
    return Object.defineProperty(replacement, custom, { value: replacement, configurable: true });
  }
  const names = original[customPromisifyArgs];
  function fn(...args) {
    return new Promise((resolve, reject) => {
      Reflect.apply(original, this, [...args, (error, ...values) => {
        if (error) {
          reject(error);
        } else if (names !== undefined && values.length > 1) {
          const result = {};
          for (let i = 0; i < names.length; i++) result[names[i]] = values[i];
          resolve(result);
        } else {
          resolve(values[0]);
        }
      }]);
    });
  }
  Object.setPrototypeOf(fn, Object.getPrototypeOf(original));
  Object.defineProperty(fn, custom, { value: fn, configurable: true });
  const properties = Object.getOwnPropertyDescriptors(original);
  for (const key of Reflect.ownKeys(properties)) Object.defineProperty(fn, key, properties[key]);
  return fn;
}
promisify.custom = custom;

// The reverse: calls `callback(error, value)`, its last argument, in the next tick, with what becomes of the promise.
// A falsy reason is wrapped into an ERR_FALSY_VALUE_REJECTION with the property `reason`.
function callbackify(original) {
  validateFunction(original, 'original');
  function callbackified(...args) {
    const callback = args.pop();
    validateFunction(callback, 'last argument');
    Reflect.apply(original, this, args).then(
      (value) => process.nextTick(Reflect.apply, callback, this, [null, value]),
      (reason) => {
        let error = reason;
        if (!error) {
          error = new ERR_FALSY_VALUE_REJECTION();
          error.reason = reason;
        }
        process.nextTick(Reflect.apply, callback, this, [error]);
      },
    );
  }
  const properties = Object.getOwnPropertyDescriptors(original);
  if (typeof properties.length.value === 'number') properties.length.value++;
  if (typeof properties.name.value === 'string') properties.name.value += 'Callbackified';
  for (const key of Reflect.ownKeys(properties)) Object.defineProperty(callbackified, key, properties[key]);
  return callbackified;
}

module.exports = { callbackify, customPromisifyArgs, promisify };
