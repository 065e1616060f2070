'use strict';
// fs: files and folders (Node documentation, "File system"). What the functions take and give is said beside the
// operations, in internal/fs_operations.
//
// Paths are strings, Buffers or file: URLs. Failures of the system are errors with errno, code ('ENOENT'), syscall,
// path and dest; wrong arguments are ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE and ERR_OUT_OF_RANGE. The functions
// with callbacks throw for wrong arguments, work on a thread of the loop's pool, and report their outcome in a later
// turn; several at a time may end in any order.

const { Dir, now, operations, start } = require('internal/fs_operations');
const { validateBuffer, validateFunction, validateObject } = require('internal/validate');
const { Dirent, Stats, constants, toDescriptor, toPath, toSeconds } = require('internal/fs_values');
const { exists: fileExists } = native('fs');

// --- The two forms of an operation -------------------------------------------------------------------------

// nameSync(...): at once.
function synchronous(name, operation) {
  const named = {
    [name](...args) {
      return now(operation(...args));
    },
  };
  return named[name];
}

// name(..., callback(error, result))
function withCallback(name, operation) {
  const named = {
    [name](...args) {
      const callback = args[args.length - 1];
      if (typeof callback !== 'function' || args.length === 1) {
        if (argumentsFirst.has(name)) operation(...args);
        validateFunction(args.length > 1 ? callback : undefined, name === 'opendir' ? 'callback' : 'cb');
      }
      args.pop();
      start(operation(...args), callback);
    },
  };
  return named[name];
}

// Those of which a wrong argument is reported before a missing callback.
const argumentsFirst = new Set(['fchmod', 'fchown', 'fdatasync', 'fstat', 'fsync', 'ftruncate', 'futimes', 'truncate']);

const fs = {};

for (const name of Object.keys(operations)) {
  if (name === 'realpathNative') continue;
  fs[name] = withCallback(name, operations[name]);
  fs[`${name}Sync`] = synchronous(`${name}Sync`, operations[name]);
}

fs.realpath.native = withCallback('native', operations.realpathNative);
fs.realpathSync.native = synchronous('native', operations.realpathNative);

// --- What has forms of its own -----------------------------------------------------------------------------

// existsSync(path): never throws.
fs.existsSync = function existsSync(path) {
  try {
    path = toPath(path);
  } catch {
    return false;
  }
  return fileExists(path);
};

// exists(path, callback(exists)): deprecated; its callback has no error.
fs.exists = function exists(path, callback) {
  validateFunction(callback, 'cb');
  try {
    path = toPath(path);
  } catch {
    process.nextTick(callback, false);
    return;
  }
  fileExists(path, (error, found) => callback(!error && found));
};

// close(fd[, callback]): without a callback failures are thrown, later.
fs.close = function close(fd, callback = throwError) {
  const plan = operations.close(fd);
  validateFunction(callback, 'cb');
  start(plan, callback);
};

function throwError(error) {
  if (error) throw error;
}

// Starts reading or writing; callback(error or null, count, what was given).
function transfer(plan, subject, callback) {
  start(plan, (error, count = 0) => callback(error, count, subject));
}

// read(fd, buffer, offset, length, position, callback(error, bytesRead, buffer)), (fd, buffer, options, callback), (fd,
// options, callback) or (fd, callback).
fs.read = function read(fd, ...args) {
  toDescriptor(fd);
  const callback = args.pop();
  let buffer = args.shift();
  if (args.length > 1) validateBuffer(buffer);
  if (!ArrayBuffer.isView(buffer)) {
    const options = buffer;
    if (options !== undefined && options !== null) validateObject(options, 'options');
    buffer = options?.buffer === undefined ? require('buffer').Buffer.alloc(16384) : options.buffer;
    validateBuffer(buffer);
    args = options ? [options] : [];
  }
  if (args.length > 1) args[0] ??= 0;
  validateFunction(callback, 'cb');
  transfer(operations.read(fd, buffer, ...args), buffer, callback);
};

// write(fd, buffer or string, ..., callback(error, bytesWritten, buffer or string)): otherwise as writeSync.
fs.write = function write(fd, data, ...args) {
  toDescriptor(fd);
  const callback = args.pop();
  validateFunction(callback, 'cb');
  transfer(operations.write(fd, data, ...args), data, callback);
};

// readv(fd, buffers[, position], callback(error, bytesRead, buffers)), writev likewise.
fs.readv = function readv(fd, buffers, position, callback = position) {
  validateFunction(callback, 'cb');
  transfer(operations.readv(fd, buffers, position), buffers, callback);
};

fs.writev = function writev(fd, buffers, position, callback = position) {
  validateFunction(callback, 'cb');
  transfer(operations.writev(fd, buffers, position), buffers, callback);
};

// What util.promisify makes of these: an object of both results, and `exists` has no error.
const promisified = Symbol.for('nodejs.util.promisify.custom');

function definePromisified(fn, first, second) {
  const value = (...args) =>
    new Promise((resolve, reject) => {
      fn(...args, (error, count, subject) => {
        if (error) reject(error);
        else resolve({ [first]: count, [second]: subject });
      });
    });
  Object.defineProperty(fn, promisified, { value, configurable: true });
}

definePromisified(fs.read, 'bytesRead', 'buffer');
definePromisified(fs.write, 'bytesWritten', 'buffer');
definePromisified(fs.readv, 'bytesRead', 'buffers');
definePromisified(fs.writev, 'bytesWritten', 'buffers');
Object.defineProperty(fs.exists, promisified, {
  value: (path) => new Promise((resolve) => fs.exists(path, resolve)),
  configurable: true,
});

Object.assign(fs, {
  Dir,
  Dirent,
  Stats,
  F_OK: constants.F_OK,
  R_OK: constants.R_OK,
  W_OK: constants.W_OK,
  X_OK: constants.X_OK,
  constants,
  _toUnixTimestamp: toSeconds,
});

// createReadStream(path[, options]), createWriteStream(path[, options]): see internal/fs_streams.
fs.createReadStream = function(path, options) {
  return new fs.ReadStream(path, options);
};
fs.createWriteStream = function(path, options) {
  return new fs.WriteStream(path, options);
};

// Made at the first look; programs put their own classes there.
for (const [name, own] of [['ReadStream', 'ReadStream'], ['WriteStream', 'WriteStream'],
                           ['FileReadStream', 'ReadStream'], ['FileWriteStream', 'WriteStream']]) {
  Object.defineProperty(fs, name, {
    get: () => require('internal/fs_streams')[own],
    set(value) {
      Object.defineProperty(fs, name, { value, writable: true, enumerable: true, configurable: true });
    },
    enumerable: true,
    configurable: true,
  });
}

// Made at the first look.
Object.defineProperty(fs, 'promises', {
  get: () => require('fs/promises'),
  enumerable: true,
  configurable: true,
});

module.exports = fs;
