'use strict';
// Errors with a `code`, in the shapes that Node documents (https://nodejs.org/api/errors.html): instances of TypeError,
// RangeError or Error whose `name` stays what it is, with an own property `code`; the first line of `stack` and
// toString() have "name [code]: message".
//
//     const { ERR_INVALID_ARG_TYPE, define } = require('internal/errors');
//     throw new ERR_INVALID_ARG_TYPE('path', 'string', value);
//     const ERR_MINE = define('ERR_MINE', RangeError, (size) => `Too large: ${size}`);

const { showCode } = native('errors');
const { inspect } = native('util');

// Makes the class of one code. `message` is the text, or a function that makes it of the constructor's arguments.
function define(code, Base, message) {
  class CodedError extends Base {
    constructor(...args) {
      super(typeof message === 'function' ? message(...args) : message);
      this.code = code;
      showCode(this);
    }
  }
  Object.defineProperty(CodedError.prototype, 'constructor', { value: Base, writable: true, configurable: true });
  return CodedError;
}

// "a", "a or b", "a, b, or c"
function alternatives(words) {
  if (words.length < 3) return words.join(' or ');
  return `${words.slice(0, -1).join(', ')}, or ${words[words.length - 1]}`;
}

// What a value is, as messages end with: "undefined", "an instance of Map", "type number (1)".
function describe(value) {
  if (value === undefined || value === null) return String(value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'object') {
    const name = value.constructor?.name;
    return name ? `an instance of ${name}` : inspect(value, { depth: -1 });
  }
  if (typeof value !== 'string') return `type ${typeof value} (${inspect(value)})`;
  const text = value.length > 28 ? `${value.slice(0, 25)}...` : value;
  return `type string (${text.includes("'") ? JSON.stringify(text) : `'${text}'`})`;
}

// 'The "name" argument', 'The "options.name" property', 'The first argument'
function subject(name) {
  if (name.endsWith(' argument')) return `The ${name}`;
  return `The "${name}" ${name.includes('.') ? 'property' : 'argument'}`;
}

const typeNames = ['string', 'function', 'number', 'object', 'boolean', 'bigint', 'symbol'];

// "of type string or an instance of Buffer or URL" for a list of types, class names and other words.
function expectation(expected) {
  const types = [];
  const classes = [];
  const others = [];
  for (const word of Array.isArray(expected) ? expected : [expected]) {
    if (typeNames.includes(word) || word === 'Function' || word === 'Object') types.push(word.toLowerCase());
    else if (/^([A-Z][a-z0-9]*)+$/.test(word)) classes.push(word);
    else others.push(word);
  }
  if (classes.length && types.includes('object')) {
    types.splice(types.indexOf('object'), 1);
    classes.push('Object');
  }
  const parts = [];
  if (types.length) parts.push(`${types.length > 1 ? 'one of type' : 'of type'} ${alternatives(types)}`);
  if (classes.length) parts.push(`an instance of ${alternatives(classes)}`);
  if (others.length > 1) parts.push(`one of ${alternatives(others)}`);
  else if (others.length) parts.push(others[0].toLowerCase() === others[0] ? others[0] : `an ${others[0]}`);
  return parts.join(' or ');
}

// Digits in groups, as messages show great integers: 4_294_967_296.
function grouped(integer) {
  return String(integer).replace(/\B(?=(\d{3})+$)/g, '_');
}

function rangeReceived(value) {
  if (Number.isInteger(value) && Math.abs(value) > 2 ** 32) return grouped(value);
  if (typeof value === 'bigint') return `${value > 2n ** 32n || value < -(2n ** 32n) ? grouped(value) : value}n`;
  return inspect(value);
}

class AbortError extends Error {
  constructor(message = 'The operation was aborted', options) {
    super(message, options);
    this.name = 'AbortError';
    this.code = 'ABORT_ERR';
  }
}

module.exports = {
  define,
  describe,

  // Error with code ABORT_ERR; options: { cause }.
  AbortError,

  // name: of the argument; expected: type, class name or wording, or an array of them; received: the value.
  ERR_INVALID_ARG_TYPE: define('ERR_INVALID_ARG_TYPE', TypeError, (name, expected, received) =>
    `${subject(name)} must be ${expectation(expected)}. Received ${describe(received)}`),
  // reason: default 'is invalid'.
  ERR_INVALID_ARG_VALUE: define('ERR_INVALID_ARG_VALUE', TypeError, (name, received, reason = 'is invalid') => {
    let text = inspect(received);
    if (text.length > 128) text = `${text.slice(0, 128)}...`;
    return `The ${name.includes('.') ? 'property' : 'argument'} '${name}' ${reason}. Received ${text}`;
  }),
  // range: ">= 0 && <= 9", 'an integer'.
  ERR_OUT_OF_RANGE: define('ERR_OUT_OF_RANGE', RangeError, (name, range, received) =>
    `The value of "${name}" is out of range. It must be ${range}. Received ${rangeReceived(received)}`),
  ERR_MISSING_ARGS: define('ERR_MISSING_ARGS', TypeError, (...names) => {
    const quoted = names.map((name) => Array.isArray(name) ? name.map((n) => `"${n}"`).join(' or ') : `"${name}"`);
    const list = quoted.length < 3 ? quoted.join(' and ')
      : `${quoted.slice(0, -1).join(', ')}, and ${quoted[quoted.length - 1]}`;
    return `The ${list} argument${quoted.length > 1 ? 's' : ''} must be specified`;
  }),
  ERR_INVALID_RETURN_VALUE: define('ERR_INVALID_RETURN_VALUE', TypeError, (expected, name, value) =>
    `Expected ${expected} to be returned from the "${name}" function but got ${describe(value)}.`),
  ERR_INVALID_THIS: define('ERR_INVALID_THIS', TypeError, (type) => `Value of "this" must be of type ${type}`),
  ERR_INVALID_STATE: define('ERR_INVALID_STATE', Error, (text) => `Invalid state: ${text}`),
  ERR_ILLEGAL_CONSTRUCTOR: define('ERR_ILLEGAL_CONSTRUCTOR', TypeError, 'Illegal constructor'),
  ERR_METHOD_NOT_IMPLEMENTED: define('ERR_METHOD_NOT_IMPLEMENTED', Error, (name) =>
    `The ${name} method is not implemented`),
  ERR_INCOMPATIBLE_OPTION_PAIR: define('ERR_INCOMPATIBLE_OPTION_PAIR', TypeError, (one, other) =>
    `Option "${one}" cannot be used in combination with option "${other}"`),
  ERR_UNKNOWN_ENCODING: define('ERR_UNKNOWN_ENCODING', TypeError, (name) => `Unknown encoding: ${name}`),
  // What this runtime does not have: name is "module.function".
  ERR_FEATURE_UNAVAILABLE: define('ERR_FEATURE_UNAVAILABLE', Error, (name) => `${name} is not available`),
};
