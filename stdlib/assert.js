'use strict';
// node:assert (https://nodejs.org/api/assert.html). What fails throws an AssertionError, or the error that was given in
// place of a message.

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_RETURN_VALUE, ERR_MISSING_ARGS, define } =
  require('internal/errors');
const { validateFunction } = require('internal/validate');
const { inspect } = require('internal/inspect');
const { AssertionError } = require('internal/assertion_error');
const { isDeepEqual, isDeepStrictEqual, isPartialStrictEqual } = require('internal/comparisons');
const { isNativeError, isPromise, isRegExp } = native('types');

const ERR_AMBIGUOUS_ARGUMENT = define('ERR_AMBIGUOUS_ARGUMENT', TypeError, (name, reason) =>
  `The "${name}" argument is ambiguous. ${reason}`);

const NOTHING_THROWN = Symbol('nothing thrown');

const isError = (value) => isNativeError(value) || value instanceof Error;
const isObject = (value) => value !== null && typeof value === 'object';
const matches = (regexp, text) => RegExp.prototype.exec.call(regexp, text) !== null;

function failWith(options) {
  if (options.message instanceof Error) throw options.message;
  throw new AssertionError(options);
}

// An AssertionError whose message was made here.
function failGenerated(options, generated) {
  if (options.message instanceof Error) throw options.message;
  const error = new AssertionError(options);
  error.generatedMessage = generated;
  throw error;
}

// --- truth

function checkTruth(fn, args) {
  const [value, message] = args;
  if (value) return;
  let text = message;
  let generated = false;
  if (args.length === 0) {
    generated = true;
    text = 'No value argument passed to `assert.ok()`';
  } else if (message == null) {
    generated = true;
    const call = require('internal/call_text').callText(fn);
    text = call === undefined ? 'false == true' : `The expression evaluated to a falsy value:\n\n  ${call}\n`;
  }
  failGenerated({ actual: value, expected: true, message: text, operator: '==', stackStartFn: fn }, generated);
}

// ok(value, message): value must be truthy. The module itself is this function.
function ok(...args) {
  checkTruth(ok, args);
}
const assert = ok;

// fail(message), or as it was once fail(actual, expected, message, operator, stackStartFn).
function fail(actual, expected, message, operator, stackStartFn) {
  const count = arguments.length;
  const generated = actual == null && count <= 1;
  let text = message;
  if (generated) text = 'Failed';
  else if (count === 1) text = actual;
  else if (count === 2) operator = '!=';
  const options = { operator: operator ?? 'fail', stackStartFn: stackStartFn ?? fail };
  if (count > 1) Object.assign(options, { actual, expected });
  if (text !== undefined) options.message = text;
  failGenerated(options, generated || text === undefined);
}

// --- equality

// equal(actual, expected, message): by ==, but NaN equals NaN.
function equal(actual, expected, message) {
  if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
  // eslint-disable-next-line eqeqeq
  if (actual == expected || (actual !== actual && expected !== expected)) return;
  failWith({ actual, expected, message, operator: '==', stackStartFn: equal });
}

function notEqual(actual, expected, message) {
  if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
  // eslint-disable-next-line eqeqeq
  if (actual != expected && (actual === actual || expected === expected)) return;
  failWith({ actual, expected, message, operator: '!=', stackStartFn: notEqual });
}

// strictEqual(actual, expected, message): by Object.is.
function strictEqual(actual, expected, message) {
  if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
  if (Object.is(actual, expected)) return;
  failWith({ actual, expected, message, operator: 'strictEqual', stackStartFn: strictEqual });
}

function notStrictEqual(actual, expected, message) {
  if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
  if (!Object.is(actual, expected)) return;
  failWith({ actual, expected, message, operator: 'notStrictEqual', stackStartFn: notStrictEqual });
}

// deepEqual(actual, expected, message): properties and entries, primitives by ==.
function deepEqual(actual, expected, message) {
  if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
  if (isDeepEqual(actual, expected)) return;
  failWith({ actual, expected, message, operator: 'deepEqual', stackStartFn: deepEqual });
}

function notDeepEqual(actual, expected, message) {
  if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
  if (!isDeepEqual(actual, expected)) return;
  failWith({ actual, expected, message, operator: 'notDeepEqual', stackStartFn: notDeepEqual });
}

// deepStrictEqual(actual, expected, message): primitives by Object.is, prototypes must be equal.
function deepStrictEqual(actual, expected, message) {
  if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
  if (isDeepStrictEqual(actual, expected)) return;
  failWith({ actual, expected, message, operator: 'deepStrictEqual', stackStartFn: deepStrictEqual });
}

function notDeepStrictEqual(actual, expected, message) {
  if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
  if (!isDeepStrictEqual(actual, expected)) return;
  failWith({ actual, expected, message, operator: 'notDeepStrictEqual', stackStartFn: notDeepStrictEqual });
}

// partialDeepStrictEqual(actual, expected, message): actual has all that expected has.
function partialDeepStrictEqual(actual, expected, message) {
  if (arguments.length < 2) throw new ERR_MISSING_ARGS('actual', 'expected');
  if (isPartialStrictEqual(actual, expected)) return;
  failWith({ actual, expected, message, operator: 'partialDeepStrictEqual', stackStartFn: partialDeepStrictEqual });
}

// --- errors

// The properties of an error that an expectation speaks of.
class Comparison {
  constructor(object, keys, actual) {
    for (const key of keys) {
      if (!(key in object)) continue;
      const fulfilled = actual !== undefined && typeof actual[key] === 'string' && isRegExp(object[key]) &&
        matches(object[key], actual[key]);
      this[key] = fulfilled ? actual[key] : object[key];
    }
  }
}

function compareKey(actual, expected, key, keys, message, fn) {
  if (key in actual && isDeepStrictEqual(actual[key], expected[key])) return;
  if (message) failWith({ actual, expected, message, operator: fn.name, stackStartFn: fn });
  const error = new AssertionError({
    actual: new Comparison(actual, keys),
    expected: new Comparison(expected, keys, actual),
    operator: 'deepStrictEqual',
    stackStartFn: fn,
  });
  throw Object.assign(error, { actual, expected, operator: fn.name });
}

function compareProperties(actual, expected, message, fn) {
  const keys = Object.keys(expected);
  if (expected instanceof Error) keys.push('name', 'message');
  else if (keys.length === 0) throw new ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');
  for (const key of keys) {
    if (typeof actual[key] === 'string' && isRegExp(expected[key]) && matches(expected[key], actual[key])) continue;
    compareKey(actual, expected, key, keys, message, fn);
  }
}

// What is wrong with an error that should fit a pattern, a class or a validation function; undefined: nothing.
function complaint(actual, expected) {
  if (isRegExp(expected)) {
    const text = String(actual);
    return matches(expected, text) ? undefined
      : `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`;
  }
  if (expected.prototype !== undefined && actual instanceof expected) return undefined;
  if (Object.prototype.isPrototypeOf.call(Error, expected)) {
    const received = isError(actual) ? `"${actual.name}"` : `"${inspect(actual, { depth: -1 })}"`;
    const more = actual?.message ? `\n\nError message:\n\n${actual.message}` : '';
    return `The error is expected to be an instance of "${expected.name}". Received ${received}${more}`;
  }
  const result = Reflect.apply(expected, {}, [actual]);
  if (result === true) return undefined;
  const name = expected.name ? `"${expected.name}" ` : '';
  const caught = isError(actual) ? `\n\nCaught error:\n\n${actual}` : '';
  return `The ${name}validation function is expected to return "true". Received ${inspect(result)}${caught}`;
}

function checkError(actual, expected, message, fn) {
  if (typeof expected === 'function' || isRegExp(expected)) {
    const generated = complaint(actual, expected);
    if (generated === undefined) return;
    failGenerated({ actual, expected, message: message || generated, operator: fn.name, stackStartFn: fn }, !message);
  }
  if (!isObject(actual)) {
    const error = new AssertionError({ actual, expected, message, operator: 'deepStrictEqual', stackStartFn: fn });
    error.operator = fn.name;
    throw error;
  }
  compareProperties(actual, expected, message, fn);
}

const kindOf = (fn) => fn === rejects || fn === doesNotReject ? 'rejection' : 'exception';

// The end of throws and rejects. args: [error, message] as given.
function expectError(fn, actual, args) {
  let [expected, message] = args;
  if (typeof expected === 'string') {
    if (args.length > 1) {
      throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], expected);
    }
    if (isObject(actual) ? actual.message === expected : actual === expected) {
      const what = isObject(actual) ? `error message "${actual.message}"` : `error "${actual}"`;
      throw new ERR_AMBIGUOUS_ARGUMENT('error/message', `The ${what} is identical to the message.`);
    }
    message = expected;
    expected = undefined;
  } else if (expected != null && typeof expected !== 'object' && typeof expected !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('error', ['Object', 'Error', 'Function', 'RegExp'], expected);
  }
  if (actual === NOTHING_THROWN) {
    const name = expected?.name ? ` (${expected.name})` : '';
    const text = `Missing expected ${kindOf(fn)}${name}${message ? `: ${message}` : '.'}`;
    failWith({ actual: undefined, expected, operator: fn.name, message: text, stackStartFn: fn });
  }
  if (expected) checkError(actual, expected, message, fn);
}

function isUnwanted(actual, expected) {
  if (isRegExp(expected)) return matches(expected, String(actual));
  if (typeof expected !== 'function') {
    throw new ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'], expected);
  }
  if (expected.prototype !== undefined && actual instanceof expected) return true;
  if (Object.prototype.isPrototypeOf.call(Error, expected)) return false;
  return Reflect.apply(expected, {}, [actual]) === true;
}

// The end of doesNotThrow and doesNotReject.
function expectNoError(fn, actual, args) {
  if (actual === NOTHING_THROWN) return;
  let [expected, message] = args;
  if (typeof expected === 'string') {
    message = expected;
    expected = undefined;
  }
  if (expected && !isUnwanted(actual, expected)) throw actual;
  const text = `Got unwanted ${kindOf(fn)}${message ? `: ${message}` : '.'}\nActual message: "${actual?.message}"`;
  failWith({ actual, expected, operator: fn.name, message: text, stackStartFn: fn });
}

function thrownBy(fn) {
  validateFunction(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return error;
  }
  return NOTHING_THROWN;
}

const isThenable = (value) => isPromise(value) ||
  (isObject(value) && typeof value.then === 'function' && typeof value.catch === 'function');

async function rejectionOf(promiseFn) {
  let promise = promiseFn;
  if (typeof promiseFn === 'function') {
    promise = promiseFn();
    if (!isThenable(promise)) throw new ERR_INVALID_RETURN_VALUE('instance of Promise', 'promiseFn', promise);
  } else if (!isThenable(promiseFn)) {
    throw new ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'], promiseFn);
  }
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return NOTHING_THROWN;
}

// throws(fn, error, message): fn() must throw. error: a class, a regular expression for String(error), a validation
// function that returns true, or an object whose properties the error must have.
function throws(fn, ...args) {
  expectError(throws, thrownBy(fn), args);
}

// rejects(promiseOrFunction, error, message): the same for a promise, or a function that returns one.
async function rejects(promiseFn, ...args) {
  expectError(rejects, await rejectionOf(promiseFn), args);
}

// doesNotThrow(fn, error, message): fn() must not throw (an error that fits).
function doesNotThrow(fn, ...args) {
  expectNoError(doesNotThrow, thrownBy(fn), args);
}

async function doesNotReject(promiseFn, ...args) {
  expectNoError(doesNotReject, await rejectionOf(promiseFn), args);
}

// ifError(value): anything but null and undefined is thrown, wrapped; the stack goes on with that of the value.
function ifError(value) {
  if (value === null || value === undefined) return;
  let message = 'ifError got unwanted exception: ';
  if (isObject(value) && typeof value.message === 'string') {
    message += value.message.length === 0 && value.constructor ? value.constructor.name : value.message;
  } else {
    message += inspect(value);
  }
  const error = new AssertionError({ actual: value, expected: null, operator: 'ifError', message, stackStartFn: ifError });
  const { stack } = value;
  const start = typeof stack === 'string' ? stack.indexOf('\n    at') : -1;
  if (start >= 0) {
    const frames = stack.slice(start + 1).split('\n');
    let own = error.stack.split('\n');
    const shared = frames.find((frame) => own.includes(frame));
    if (shared !== undefined) own = own.slice(0, own.indexOf(shared));
    error.stack = [...own, ...frames].join('\n');
  }
  throw error;
}

// --- texts

function checkMatch(string, regexp, message, fn, wanted) {
  if (!isRegExp(regexp)) throw new ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
  if (typeof string === 'string' && matches(regexp, string) === wanted) return;
  const problem = wanted ? 'The input did not match the regular expression'
    : 'The input was expected to not match the regular expression';
  const generated = typeof string !== 'string'
    ? `The "string" argument must be of type string. Received type ${typeof string} (${inspect(string)})`
    : `${problem} ${inspect(regexp)}. Input:\n\n${inspect(string)}\n`;
  failGenerated(
    { actual: string, expected: regexp, message: message || generated, operator: fn.name, stackStartFn: fn }, !message);
}

// match(string, regexp, message)
function match(string, regexp, message) {
  checkMatch(string, regexp, message, match, true);
}

function doesNotMatch(string, regexp, message) {
  checkMatch(string, regexp, message, doesNotMatch, false);
}

// --- the module

Object.assign(assert, {
  fail,
  AssertionError,
  ok,
  equal,
  notEqual,
  deepEqual,
  notDeepEqual,
  deepStrictEqual,
  notDeepStrictEqual,
  strictEqual,
  notStrictEqual,
  partialDeepStrictEqual,
  throws,
  rejects,
  doesNotThrow,
  doesNotReject,
  ifError,
  match,
  doesNotMatch,
});

// The same with strict comparison under all names.
function strict(...args) {
  checkTruth(strict, args);
}
assert.strict = Object.assign(strict, assert, {
  equal: strictEqual,
  notEqual: notStrictEqual,
  deepEqual: deepStrictEqual,
  notDeepEqual: notDeepStrictEqual,
});
assert.strict.strict = assert.strict;

module.exports = assert;
