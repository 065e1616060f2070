'use strict';
// node:util (https://nodejs.org/api/util.html).

const { validateAbortSignal, validateNumber, validateObject, validateString } =
  require('internal/validate');
const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_OUT_OF_RANGE } = require('internal/errors');
const { inspect } = require('internal/inspect');
const { callbackify, promisify } = require('internal/promisify');
const { deprecate } = require('internal/deprecate');
const types = require('util/types');
const { format, formatWithOptions: nativeFormatWithOptions, systemErrorName, systemErrorText } = native('util');

// --- text

// util.format with the options of util.inspect: formatWithOptions(inspectOptions, format, ...args).
function formatWithOptions(inspectOptions, ...args) {
  validateObject(inspectOptions, 'inspectOptions', { allowArray: true });
  return nativeFormatWithOptions(inspectOptions, ...args);
}

// The text without the escape sequences that terminals understand: CSI (colours, cursor) and OSC (links).
function stripVTControlCharacters(str) {
  validateString(str, 'str');
  // eslint-disable-next-line no-control-regex
  return str.replace(/[\u001b\u009b](?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[[()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~])/g, '');
}

function checkedStyle(name) {
  const { colors } = inspect;
  if (typeof name === 'string' && Array.isArray(colors[name])) return colors[name];
  const known = Object.keys(colors).map((key) => `'${key}'`).join(', ');
  throw new ERR_INVALID_ARG_VALUE('format', name, `must be one of: ${known}`);
}

// The text between the escapes of a style, or of an array of styles (names of util.inspect.colors), the first one
// outermost. With validateStream (the default) there are none when `stream` is no terminal with colours; NO_COLOR and
// FORCE_COLOR decide otherwise.
function styleText(format, text, options = {}) {
  validateString(text, 'text');
  validateObject(options, 'options');
  const { validateStream = true, stream = process.stdout } = options;
  const codes = (Array.isArray(format) ? format : [format]).map(checkedStyle);
  if (validateStream) {
    if (stream === null || typeof stream !== 'object') {
      throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
    }
    if (!require('internal/colors').shouldColorize(stream)) return text;
  }
  let left = '';
  let right = '';
  for (const [open, close] of codes) {
    left += `\u001b[${open}m`;
    right = `\u001b[${close}m${right}`;
  }
  return `${left}${text}${right}`;
}

// The value as a string, its lone surrogates replaced by U+FFFD.
function toUSVString(string) {
  return `${string}`.toWellFormed();
}

// --- debugging

const debugLoggers = new Map();

function debugEnabled(set) {
  for (const part of (process.env.NODE_DEBUG ?? '').split(',')) {
    const pattern = part.trim().replace(/[|\\{}()[\]^$+?.]/g, '\\$&').replace(/\*/g, '.*');
    if (pattern && new RegExp(`^${pattern}$`, 'i').test(set)) return true;
  }
  return false;
}

// A function that prints to standard error like console.error when the environment's NODE_DEBUG names the section (a
// list; * stands for anything). Its `enabled` says so. callback(logger) is called once, when it is first used.
function debuglog(set, callback) {
  const section = `${set}`.toUpperCase();
  const isEnabled = () => {
    let enabled = debugLoggers.get(section);
    if (enabled === undefined) debugLoggers.set(section, enabled = debugEnabled(section));
    return enabled;
  };
  const print = (args) => {
    if (isEnabled()) {
      process.stderr.write(`${section} ${process.pid}: ${formatWithOptions({}, ...args)}\n`);
    }
  };
  let first = typeof callback === 'function';
  const logger = (...args) => {
    if (first) {
      first = false;
      callback((...more) => print(more));
    }
    print(args);
  };
  Object.defineProperty(logger, 'enabled', { get: isEnabled, configurable: true, enumerable: true });
  return logger;
}

// Prints a line with the time. Deprecated in Node, which keeps it.
function log(...args) {
  const now = new Date();
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((n) => `${n}`.padStart(2, '0')).join(':');
  const month = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[now.getMonth()];
  console.log('%s - %s', `${now.getDate()} ${month} ${time}`, format(...args));
}

// --- classes and objects

// Makes instances of a constructor function inherit from another one, which is left in its property `super_`.
function inherits(ctor, superCtor) {
  if (ctor === undefined || ctor === null) throw new ERR_INVALID_ARG_TYPE('ctor', 'Function', ctor);
  if (superCtor === undefined || superCtor === null) {
    throw new ERR_INVALID_ARG_TYPE('superCtor', 'Function', superCtor);
  }
  if (superCtor.prototype === undefined) {
    throw new ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object', superCtor.prototype);
  }
  Object.defineProperty(ctor, 'super_', { value: superCtor, writable: true, configurable: true });
  Object.setPrototypeOf(ctor.prototype, superCtor.prototype);
}

// Copies the own enumerable string properties of `source`, when it is an object. Deprecated: Object.assign.
function _extend(target, source) {
  if (source === null || typeof source !== 'object') return target;
  for (const key of Object.keys(source)) target[key] = source[key];
  return target;
}

// Whether assert.deepStrictEqual finds nothing to complain of.
function isDeepStrictEqual(val1, val2) {
  return require('internal/comparisons').isDeepStrictEqual(val1, val2);
}

// --- errors of the system

// The name of an error number of the system, which is negative: 'ENOENT' for -2.
function getSystemErrorName(err) {
  validateNumber(err, 'err');
  if (!Number.isSafeInteger(err) || err >= 0) throw new ERR_OUT_OF_RANGE('err', 'a negative integer', err);
  return systemErrorName(err) ?? `Unknown system error ${err}`;
}

// All of them: a Map of number to [name, text].
function getSystemErrorMap() {
  const map = new Map();
  for (let number = -1; number > -4096; number--) {
    const name = systemErrorName(number);
    if (name !== undefined) map.set(number, [name, systemErrorText(number)]);
  }
  return map;
}

// An Error of a system call as the library throws it: "syscall CODE original".
function _errnoException(err, syscall, original) {
  const code = getSystemErrorName(err);
  const error = new Error(original ? `${syscall} ${code} ${original}` : `${syscall} ${code}`);
  return Object.assign(error, { errno: err, code, syscall });
}

// The same for an address: "syscall CODE address:port".
function _exceptionWithHostPort(err, syscall, address, port, additional) {
  const place = port > 0 ? `${address}:${port}` : address;
  const local = additional ? ` - Local (${additional})` : '';
  const error = _errnoException(err, syscall, place ? `${place}${local}` : undefined);
  error.address = address;
  if (port) error.port = port;
  return error;
}

// --- signals

// A promise that is fulfilled when the signal is aborted. It keeps neither the process nor `resource` alive.
async function aborted(signal, resource) {
  if (signal === undefined) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  if (resource === null || (typeof resource !== 'object' && typeof resource !== 'function')) {
    throw new ERR_INVALID_ARG_TYPE('resource', 'Object', resource);
  }
  if (signal.aborted) return;
  const kept = new WeakRef(resource);
  await new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      if (kept.deref() !== undefined) resolve();
    }, { once: true });
  });
}

// --- what a value is. Deprecated: typeof, Array.isArray and util.types say the same.

const isArray = (value) => Array.isArray(value);
const isBoolean = (value) => typeof value === 'boolean';
const isBuffer = (value) => typeof Buffer === 'function' && Buffer.isBuffer(value);
const isDate = (value) => types.isDate(value);
const isError = (value) => types.isNativeError(value) || value instanceof Error;
const isFunction = (value) => typeof value === 'function';
const isNull = (value) => value === null;
const isNullOrUndefined = (value) => value === null || value === undefined;
const isNumber = (value) => typeof value === 'number';
const isObject = (value) => value !== null && typeof value === 'object';
const isPrimitive = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');
const isRegExp = (value) => types.isRegExp(value);
const isString = (value) => typeof value === 'string';
const isSymbol = (value) => typeof value === 'symbol';
const isUndefined = (value) => value === undefined;

// --- parsing

// Options and other arguments of a command line: see internal/parse_args.
function parseArgs(config) {
  return require('internal/parse_args').parseArgs(config);
}

// The variables of a text in the form of .env files: an object of strings.
function parseEnv(content) {
  validateString(content, 'content');
  return require('internal/parse_env').parseEnv(content);
}

module.exports = {
  _errnoException,
  _exceptionWithHostPort,
  _extend,
  aborted,
  callbackify,
  debug: debuglog,
  debuglog,
  deprecate,
  format,
  formatWithOptions,
  getSystemErrorMap,
  getSystemErrorName,
  inherits,
  inspect,
  isArray,
  isBoolean,
  isBuffer,
  isDate,
  isDeepStrictEqual,
  isError,
  isFunction,
  isNull,
  isNullOrUndefined,
  isNumber,
  isObject,
  isPrimitive,
  isRegExp,
  isString,
  isSymbol,
  isUndefined,
  log,
  parseArgs,
  parseEnv,
  promisify,
  stripVTControlCharacters,
  styleText,
  toUSVString,
  types,
  get MIMEParams() { return require('internal/mime').MIMEParams; },
  get MIMEType() { return require('internal/mime').MIMEType; },
  get TextDecoder() { return globalThis.TextDecoder; },
  get TextEncoder() { return globalThis.TextEncoder; },
};
