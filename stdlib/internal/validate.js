'use strict';
// Checks of arguments. Each throws ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE or ERR_OUT_OF_RANGE with the argument's
// name (with a dot in it: "property"), or returns undefined.

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } = require('internal/errors');

function validateString(value, name) {
  if (typeof value !== 'string') throw new ERR_INVALID_ARG_TYPE(name, 'string', value);
}

function validateBoolean(value, name) {
  if (typeof value !== 'boolean') throw new ERR_INVALID_ARG_TYPE(name, 'boolean', value);
}

function validateFunction(value, name) {
  if (typeof value !== 'function') throw new ERR_INVALID_ARG_TYPE(name, 'function', value);
}

// An object that is no array and no function. options: { nullable, allowArray, allowFunction }.
function validateObject(value, name, options) {
  if (value === null ? options?.nullable : typeof value === 'object'
    ? options?.allowArray || !Array.isArray(value) : typeof value === 'function' && options?.allowFunction) return;
  throw new ERR_INVALID_ARG_TYPE(name, 'object', value);
}

function validateArray(value, name, minLength = 0) {
  if (!Array.isArray(value)) throw new ERR_INVALID_ARG_TYPE(name, 'Array', value);
  if (value.length < minLength) throw new ERR_INVALID_ARG_VALUE(name, value, `must be longer than ${minLength}`);
}

// A number, within min and max where they are given. NaN is refused only when there is a limit.
function validateNumber(value, name, min, max) {
  if (typeof value !== 'number') throw new ERR_INVALID_ARG_TYPE(name, 'number', value);
  if ((min !== undefined && value < min) || (max !== undefined && value > max) ||
      ((min !== undefined || max !== undefined) && value !== value)) {
    const low = min === undefined ? '' : `>= ${min}`;
    const high = max === undefined ? '' : `<= ${max}`;
    throw new ERR_OUT_OF_RANGE(name, low && high ? `${low} && ${high}` : low || high, value);
  }
}

// A whole number from min to max.
function validateInteger(value, name, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) {
  if (typeof value !== 'number') throw new ERR_INVALID_ARG_TYPE(name, 'number', value);
  if (!Number.isInteger(value)) throw new ERR_OUT_OF_RANGE(name, 'an integer', value);
  if (value < min || value > max) throw new ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, value);
}

function validateInt32(value, name, min = -2147483648, max = 2147483647) {
  validateInteger(value, name, min, max);
}

// positive: 0 is refused.
function validateUint32(value, name, positive = false) {
  validateInteger(value, name, positive ? 1 : 0, 4294967295);
}

// Strict equality with one of the values.
function validateOneOf(value, name, values) {
  for (const one of values) if (one === value) return;
  const shown = values.map((one) => typeof one === 'string' ? `'${one}'` : String(one)).join(', ');
  throw new ERR_INVALID_ARG_VALUE(name, value, `must be one of: ${shown}`);
}

// An AbortSignal or anything like one; undefined is accepted.
function validateAbortSignal(value, name) {
  if (value !== undefined && (value === null || typeof value !== 'object' || !('aborted' in value))) {
    throw new ERR_INVALID_ARG_TYPE(name, 'AbortSignal', value);
  }
}

// An ArrayBuffer view.
function validateBuffer(value, name = 'buffer') {
  if (!ArrayBuffer.isView(value)) throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], value);
}

module.exports = {
  validateAbortSignal,
  validateArray,
  validateBoolean,
  validateBuffer,
  validateFunction,
  validateInt32,
  validateInteger,
  validateNumber,
  validateObject,
  validateOneOf,
  validateString,
  validateUint32,
};
