'use strict';
// fs: files and folders (Node documentation, "File system").
//
// Paths are strings, Buffers or file: URLs. Failures of the system are errors with errno, code ('ENOENT'), syscall,
// path and dest; wrong arguments are ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE and ERR_OUT_OF_RANGE. The functions
// with callbacks check their arguments at once, do their work at once, and report its outcome in a later turn.

const {
  AbortError, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS, ERR_MISSING_ARGS, ERR_OUT_OF_RANGE, define,
} = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateBuffer, validateFunction, validateInteger, validateObject } =
  require('internal/validate');
const values = require('internal/fs_values');
const natives = native('fs');

const { BigIntStats, Dirent, StatFs, Stats, constants, statsOf } = values;
const { toDescriptor, toFlagBits, toFlags, toMode, toOptions, toPath, toRange, toSeconds } = values;
const { later, validateCpOptions, validateRmOptions } = values;

const ERR_DIR_CLOSED = define('ERR_DIR_CLOSED', Error, 'Directory handle was closed');
const ERR_FS_INVALID_SYMLINK_TYPE = define('ERR_FS_INVALID_SYMLINK_TYPE', Error, (type) =>
  `Symlink type must be one of "dir", "file", or "junction". Received "${type}"`);

const bufferOf = (arrayBuffer) => require('buffer').Buffer.from(arrayBuffer);

const isUtf8 = (encoding) => encoding === 'utf8' || encoding === 'utf-8';

// A path that a native gave, in the encoding that was asked for. `get(bytes)` calls the native.
function encodedPath(encoding, get) {
  if (!encoding || isUtf8(encoding)) return get(false);
  const buffer = bufferOf(get(true));
  return encoding === 'buffer' ? buffer : buffer.toString(encoding);
}

// --- Whole files -------------------------------------------------------------------------------------------

// A descriptor or a path.
const toFile = (file) => (Number.isInteger(file) ? toDescriptor(file) : toPath(file));

// readFileSync(path or fd[, { encoding, flag = 'r' } or encoding]): a Buffer, or a string when there is an encoding.
function readFileSync(path, options) {
  options = toOptions(options, { encoding: null, flag: 'r' });
  const file = toFile(path);
  const flags = toFlags(options.flag);
  if (isUtf8(options.encoding)) return natives.readText(file, flags);
  const buffer = bufferOf(natives.readFile(file, flags));
  return options.encoding ? buffer.toString(options.encoding) : buffer;
}

// writeFileSync(path or fd, data[, { encoding = 'utf8', mode = 0o666, flag = 'w', flush = false }]): replaces the
// content. data: string, Buffer, TypedArray or DataView.
function writeFileSync(path, data, options) {
  options = toOptions(options, { encoding: 'utf8', mode: 0o666, flag: 'w', flush: false });
  validateBoolean(options.flush ?? false, 'options.flush');
  const flags = toFlags(options.flag || 'w');
  if (!ArrayBuffer.isView(data)) {
    if (typeof data !== 'string') {
      throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    }
    if (options.encoding && !isUtf8(options.encoding)) data = require('buffer').Buffer.from(data, options.encoding);
  }
  const file = toFile(path);
  const mode = toMode(options.mode, 'mode', 0o666);
  if (!options.flush) return natives.writeFile(file, data, flags, mode);
  const fd = Number.isInteger(file) ? file : natives.open(file, flags, mode);
  try {
    natives.writeFile(fd, data, flags, mode);
    natives.fsync(fd);
  } finally {
    if (fd !== file) natives.close(fd);
  }
  return undefined;
}

// appendFileSync(path or fd, data[, options]): as writeFileSync with flag 'a'.
function appendFileSync(path, data, options) {
  options = toOptions(options, { encoding: 'utf8', mode: 0o666, flag: 'a' });
  return writeFileSync(path, data, { ...options, flag: options.flag || 'a' });
}

// copyFileSync(src, dest[, mode]): mode is a set of constants.COPYFILE_*.
function copyFileSync(src, dest, mode) {
  natives.copyFile(toPath(src, 'src'), toPath(dest, 'dest'), toFlagBits(mode));
}

// cpSync(src, dest[, { recursive, force = true, errorOnExist, dereference, filter, preserveTimestamps,
// verbatimSymlinks, mode }]): copies a file or a tree.
function cpSync(src, dest, options) {
  options = validateCpOptions(options);
  require('internal/fs_trees').copyTree(toPath(src, 'src'), toPath(dest, 'dest'), options);
}

// cp(src, dest[, options], callback(error)): the filter may give promises.
function cp(src, dest, options, callback = options) {
  validateFunction(callback, 'cb');
  if (callback === options) options = undefined;
  options = validateCpOptions(options);
  src = toPath(src, 'src');
  dest = toPath(dest, 'dest');
  require('internal/fs_trees').copyTreeLater(src, dest, options).then(() => callback(null), callback);
}

// truncateSync(path[, len = 0])
function truncateSync(path, len = 0) {
  validateInteger(len ?? 0, 'len');
  const fd = natives.open(toPath(path), constants.O_RDWR, 0o666);
  try {
    ftruncateSync(fd, len);
  } finally {
    natives.close(fd);
  }
}

// --- Descriptors -------------------------------------------------------------------------------------------

// openSync(path[, flags = 'r'[, mode = 0o666]]): a descriptor.
function openSync(path, flags, mode) {
  return natives.open(toPath(path), toFlags(flags), toMode(mode, 'mode', 0o666));
}

function closeSync(fd) {
  natives.close(toDescriptor(fd));
}

// The byte at which to read or write; -1: where the descriptor stands.
function toPosition(position, name) {
  if (position === undefined || position === null) return -1;
  if (typeof position === 'bigint') {
    if (position >= -1n && position < 2n ** 63n) return Number(position);
    throw new ERR_OUT_OF_RANGE(name, `>= -1 && <= ${2n ** 63n - 1n}`, position);
  }
  if (typeof position !== 'number') throw new ERR_INVALID_ARG_TYPE(name, ['bigint', 'integer'], position);
  validateInteger(position, name, -1);
  return position;
}

function checkLength({ offset, length }, size) {
  if (length < 0) throw new ERR_OUT_OF_RANGE('length', '>= 0', length);
  if (length > size - offset) throw new ERR_OUT_OF_RANGE('length', `<= ${size - offset}`, length);
}

// readSync(fd, buffer[, offset[, length[, position]]]) or (fd, buffer, { offset, length, position }): the number of
// bytes read. position null: where the descriptor stands.
function readSync(fd, buffer, offset, length, position) {
  fd = toDescriptor(fd);
  validateBuffer(buffer);
  if (offset !== undefined && (arguments.length <= 3 || typeof offset === 'object')) {
    validateObject(offset, 'options', { nullable: true });
    ({ offset, length, position } = offset ?? {});
  }
  const range = toRange(buffer, offset, length);
  if (range.length === 0 || buffer.byteLength === 0) return 0;
  checkLength(range, buffer.byteLength);
  return natives.read(fd, buffer, range.offset, range.length, toPosition(position, 'position'));
}

// writeSync(fd, buffer[, offset[, length[, position]]]), (fd, buffer, { offset, length, position }) or (fd, string[,
// position[, encoding]]): the number of bytes written, which may be fewer than given.
function writeSync(fd, buffer, offset, length, position) {
  fd = toDescriptor(fd);
  if (typeof buffer === 'string') {
    const bytes = require('buffer').Buffer.from(buffer, knownEncoding(length));
    return natives.write(fd, bytes, 0, bytes.length, typeof offset === 'number' ? offset : -1);
  }
  if (!ArrayBuffer.isView(buffer)) {
    throw new ERR_INVALID_ARG_TYPE('buffer', ['string', 'Buffer', 'TypedArray', 'DataView'], buffer);
  }
  if (typeof offset === 'object' && offset !== null) ({ offset, length, position } = offset);
  const range = toRange(buffer, offset, length);
  if (range.offset > buffer.byteLength) {
    throw new ERR_OUT_OF_RANGE('offset', `<= ${buffer.byteLength}`, range.offset);
  }
  checkLength(range, buffer.byteLength);
  if (range.length > 2147483647) throw new ERR_OUT_OF_RANGE('length', '>= 0 && <= 2147483647', range.length);
  return natives.write(fd, buffer, range.offset, range.length, typeof position === 'number' ? position : -1);
}

const knownEncoding = (encoding) => (typeof encoding === 'string' ? encoding : 'utf8');

function checkBuffers(buffers) {
  if (!Array.isArray(buffers) || !buffers.every((buffer) => ArrayBuffer.isView(buffer))) {
    throw new ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]', buffers);
  }
}

// Reads or writes one view after the other until one is not done whole.
function transferAll(run, fd, buffers, position) {
  fd = toDescriptor(fd);
  checkBuffers(buffers);
  let total = 0;
  for (const buffer of buffers) {
    const at = typeof position === 'number' ? position + total : -1;
    const count = buffer.byteLength === 0 ? 0 : run(fd, buffer, 0, buffer.byteLength, at);
    total += count;
    if (count < buffer.byteLength) break;
  }
  return total;
}

// readvSync(fd, buffers[, position]): fills an array of views; the number of bytes read.
function readvSync(fd, buffers, position) {
  return transferAll(natives.read, fd, buffers, position);
}

// writevSync(fd, buffers[, position])
function writevSync(fd, buffers, position) {
  return transferAll(natives.write, fd, buffers, position);
}

// ftruncateSync(fd[, len = 0]): negative lengths count as 0.
function ftruncateSync(fd, len = 0) {
  fd = toDescriptor(fd);
  validateInteger(len ?? 0, 'len');
  natives.ftruncate(fd, len > 0 ? len : 0);
}

function fsyncSync(fd) {
  natives.fsync(toDescriptor(fd));
}

function fdatasyncSync(fd) {
  natives.fdatasync(toDescriptor(fd));
}

// --- What is known of a file -------------------------------------------------------------------------------

// existsSync(path): never throws.
function existsSync(path) {
  try {
    path = toPath(path);
  } catch {
    return false;
  }
  return natives.exists(path);
}

// accessSync(path[, mode = F_OK]): throws when the file is not there or not readable and so on.
function accessSync(path, mode) {
  natives.access(toPath(path), toFlagBits(mode));
}

function statsFrom(found, bigint) {
  if (found === undefined) return undefined;
  return bigint ? new BigIntStats(found) : statsOf(found);
}

// statSync(path[, { bigint = false, throwIfNoEntry = true }]): Stats, or undefined.
function statSync(path, options) {
  const bigint = options?.bigint;
  return statsFrom(natives.stat(toPath(path), bigint, options?.throwIfNoEntry === false), bigint);
}

// lstatSync(path[, options]): of a link itself.
function lstatSync(path, options) {
  const bigint = options?.bigint;
  return statsFrom(natives.lstat(toPath(path), bigint, options?.throwIfNoEntry === false), bigint);
}

function fstatSync(fd, options) {
  return statsFrom(natives.fstat(toDescriptor(fd), options?.bigint), options?.bigint);
}

// statfsSync(path[, { bigint }]): of the volume.
function statfsSync(path, options) {
  return new StatFs(natives.statfs(toPath(path), options?.bigint));
}

// chmodSync(path, mode): a number or an octal string.
function chmodSync(path, mode) {
  natives.chmod(toPath(path), toMode(mode, 'mode'));
}

function fchmodSync(fd, mode) {
  natives.fchmod(toDescriptor(fd), toMode(mode, 'mode'));
}

// -1: stays as it is.
function toOwner(id, name) {
  validateInteger(id, name, -1, 4294967295);
  return id;
}

function chownSync(path, uid, gid) {
  natives.chown(toPath(path), toOwner(uid, 'uid'), toOwner(gid, 'gid'));
}

function lchownSync(path, uid, gid) {
  natives.lchown(toPath(path), toOwner(uid, 'uid'), toOwner(gid, 'gid'));
}

function fchownSync(fd, uid, gid) {
  natives.fchown(toDescriptor(fd), toOwner(uid, 'uid'), toOwner(gid, 'gid'));
}

// utimesSync(path, atime, mtime): seconds since 1970, their text, or Dates.
function utimesSync(path, atime, mtime) {
  natives.utimes(toPath(path), toSeconds(atime), toSeconds(mtime));
}

function lutimesSync(path, atime, mtime) {
  natives.lutimes(toPath(path), toSeconds(atime), toSeconds(mtime));
}

function futimesSync(fd, atime, mtime) {
  natives.utimes(toDescriptor(fd), toSeconds(atime), toSeconds(mtime));
}

// --- Folders and links -------------------------------------------------------------------------------------

// readdirSync(path[, { encoding = 'utf8', withFileTypes = false, recursive = false }]): names in order, or Dirents.
function readdirSync(path, options) {
  options = toOptions(options, {});
  path = toPath(path);
  if (options.recursive !== undefined && options.recursive !== null) {
    validateBoolean(options.recursive, 'options.recursive');
  }
  if (options.recursive) return require('internal/fs_trees').listTree(path, options.withFileTypes);
  const plain = !options.encoding || isUtf8(options.encoding);
  const entries = natives.list(path, !plain);
  const result = new Array(entries.length / 2);
  for (let i = 0; i < result.length; i++) {
    const name = plain ? entries[2 * i] : encodedPath(options.encoding, () => entries[2 * i]);
    result[i] = options.withFileTypes ? new Dirent(name, path, entries[2 * i + 1]) : name;
  }
  return result;
}

// mkdirSync(path[, { recursive = false, mode = 0o777 } or mode]): undefined, or with recursive the first folder made.
function mkdirSync(path, options) {
  let mode = 0o777;
  let recursive = false;
  if (typeof options === 'number' || typeof options === 'string') {
    mode = toMode(options, 'mode', 0o777);
  } else if (options) {
    if (options.recursive !== undefined) recursive = options.recursive;
    if (options.mode !== undefined) mode = toMode(options.mode, 'mode');
  }
  path = toPath(path);
  validateBoolean(recursive, 'options.recursive');
  return recursive ? require('internal/fs_trees').makeFolders(path, mode) : natives.mkdir(path, mode);
}

let warnedOfPattern = false;

// mkdtempSync(prefix[, { encoding }]): the path of a new folder, the prefix with six characters more.
function mkdtempSync(prefix, options) {
  const { encoding } = toOptions(options, {});
  prefix = toPath(prefix, 'prefix');
  if (typeof prefix !== 'string') prefix = bufferOf(prefix).toString();
  if (prefix.endsWith('X') && !warnedOfPattern) {
    warnedOfPattern = true;
    process.emitWarning('mkdtemp() templates ending with X are not portable. ' +
      'For details see: https://nodejs.org/api/fs.html');
  }
  return encodedPath(encoding, (bytes) => natives.mkdtemp(`${prefix}XXXXXX`, bytes));
}

// rmSync(path[, { force, recursive, maxRetries = 0, retryDelay = 100 }])
function rmSync(path, options) {
  path = toPath(path);
  require('internal/fs_trees').remove(path, validateRmOptions(options));
}

// rmdirSync(path[, { recursive }]): with recursive (deprecated) as rmSync.
function rmdirSync(path, options) {
  path = toPath(path);
  if (options?.recursive) return rmSync(path, { ...options, recursive: true });
  return natives.rmdir(path);
}

function unlinkSync(path) {
  natives.unlink(toPath(path));
}

function renameSync(oldPath, newPath) {
  natives.rename(toPath(oldPath, 'oldPath'), toPath(newPath, 'newPath'));
}

function linkSync(existingPath, newPath) {
  natives.link(toPath(existingPath, 'existingPath'), toPath(newPath, 'newPath'));
}

// symlinkSync(target, path[, type]): type only matters on Windows.
function symlinkSync(target, path, type) {
  if (type !== undefined && type !== null && type !== 'dir' && type !== 'file' && type !== 'junction') {
    throw new ERR_FS_INVALID_SYMLINK_TYPE(type);
  }
  natives.symlink(toPath(target, 'target'), toPath(path));
}

// readlinkSync(path[, { encoding }])
function readlinkSync(path, options) {
  const { encoding } = toOptions(options, {});
  path = toPath(path, 'oldPath');
  return encodedPath(encoding, (bytes) => natives.readlink(path, bytes));
}

// realpathSync(path[, { encoding }]): absolute, without links.
function realpathSync(path, options) {
  const { encoding } = toOptions(options, {});
  path = toPath(path);
  try {
    return encodedPath(encoding, (bytes) => natives.realpath(path, bytes));
  } catch (error) {
    findMissing(path);
    throw error;
  }
}

// Throws the error of the first part of a path that is not there.
function findMissing(path) {
  const parts = require('path').resolve(typeof path === 'string' ? path : bufferOf(path).toString()).split('/');
  for (let i = 2; i <= parts.length; i++) natives.lstat(parts.slice(0, i).join('/'));
}

realpathSync.native = function(path, options) {
  const { encoding } = toOptions(options, {});
  path = toPath(path);
  return encodedPath(encoding, (bytes) => natives.realpath(path, bytes));
};

// An open folder. Its entries are read when it is opened.
class Dir {
  #entries;
  #tree; // Dirents, when it is read with all below it
  #next = 0;
  #path;
  #encoding;
  #closed = false;

  constructor(path, options) {
    if (path === undefined) throw new ERR_MISSING_ARGS('handle');
    this.#path = path;
    this.#encoding = options.encoding;
    this.#entries = natives.openList(path, !isUtf8(options.encoding));
    if (options.recursive) this.#tree = require('internal/fs_trees').listTree(path, true);
  }

  get path() {
    if (!(#path in this)) throw new ERR_INVALID_THIS('Dir');
    return this.#path;
  }

  // The next Dirent, null at the end.
  readSync() {
    if (this.#closed) throw new ERR_DIR_CLOSED();
    if (this.#tree !== undefined) return this.#tree[this.#next++] ?? null;
    if (this.#next === this.#entries.length) return null;
    const name = this.#entries[this.#next++];
    const shown = isUtf8(this.#encoding) ? name : encodedPath(this.#encoding, () => name);
    return new Dirent(shown, this.#path, this.#entries[this.#next++]);
  }

  read(callback) {
    if (callback !== undefined) validateFunction(callback, 'callback');
    return settle(callback, () => this.readSync());
  }

  closeSync() {
    if (this.#closed) throw new ERR_DIR_CLOSED();
    this.#closed = true;
    this.#entries = [];
  }

  close(callback) {
    if (callback !== undefined) validateFunction(callback, 'callback');
    return settle(callback, () => this.closeSync());
  }

  // Closes itself at the end.
  async *entries() {
    try {
      for (let entry; (entry = await this.read()) !== null; ) yield entry;
    } finally {
      if (!this.#closed) this.closeSync();
    }
  }
}

Object.defineProperty(Dir.prototype, Symbol.asyncIterator, {
  value: Dir.prototype.entries,
  writable: true,
  configurable: true,
});

// opendirSync(path[, { encoding = 'utf8', bufferSize, recursive }]): a Dir.
function opendirSync(path, options) {
  path = toPath(path);
  options = toOptions(options, { encoding: 'utf8' });
  if (options.bufferSize !== undefined) validateInteger(options.bufferSize, 'options.bufferSize', 1, 4294967295);
  return new Dir(path, options);
}

// --- Callbacks ---------------------------------------------------------------------------------------------

// Runs and gives the outcome to a callback later, or without one as a promise.
function settle(callback, run) {
  if (callback === undefined) return later(run);
  validateFunction(callback, 'cb');
  complete(callback, run);
  return undefined;
}

// Failures of the system go to the callback; wrong arguments are thrown.
function complete(callback, run) {
  let result;
  try {
    result = run();
  } catch (error) {
    if (error?.syscall === undefined) throw error;
    error.stack = error.stack.slice(0, error.stack.indexOf('\n    at ')); // it happened elsewhere, so to speak
    setImmediate(() => callback(error));
    return;
  }
  setImmediate(() => (result === undefined ? callback(null) : callback(null, result)));
}

// A callback that gets an AbortError in place of the outcome when the signal is aborted by then.
function abortable(signal, callback) {
  validateAbortSignal(signal, 'options.signal');
  return (...outcome) =>
    signal.aborted ? callback(new AbortError(undefined, { cause: signal.reason })) : callback(...outcome);
}

// The form with a callback, which stands behind the other arguments. `check` is applied to all of them before.
function withCallback(sync, check) {
  const name = sync.name.slice(0, -'Sync'.length);
  const named = {
    [name](...args) {
      check?.(...args);
      const callback = args.length > 1 ? args.pop() : undefined;
      validateFunction(callback, 'cb');
      const { signal } = Object(args[args.length - 1]);
      complete(signal === undefined ? callback : abortable(signal, callback), () => sync(...args));
    },
  };
  return named[name];
}

function realpath(path, options, callback = options) {
  validateFunction(callback, 'cb');
  complete(callback, () => realpathSync(path, options));
}

realpath.native = function(path, options, callback = options) {
  validateFunction(callback, 'cb');
  complete(callback, () => realpathSync.native(path, options));
};

// close(fd[, callback]): without a callback failures are thrown, later.
function close(fd, callback) {
  toDescriptor(fd);
  if (callback !== undefined) validateFunction(callback, 'cb');
  complete(callback ?? throwError, () => closeSync(fd));
}

function throwError(error) {
  if (error) throw error;
}

// exists(path, callback(exists)): deprecated; its callback has no error.
function exists(path, callback) {
  validateFunction(callback, 'cb');
  const found = existsSync(path);
  setImmediate(() => callback(found));
}

// read(fd, buffer, offset, length, position, callback(error, bytesRead, buffer)), (fd, buffer, options, callback), (fd,
// options, callback) or (fd, callback).
function read(fd, ...args) {
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
  transfer(callback, buffer, () => readSync(fd, buffer, ...args));
}

function transfer(callback, subject, run) {
  validateFunction(callback, 'cb');
  complete((error, count) => (error ? callback(error) : callback(null, count ?? 0, subject)), run);
}

// write(fd, buffer or string, ..., callback(error, bytesWritten, buffer or string)): otherwise as writeSync.
function write(fd, data, ...args) {
  toDescriptor(fd);
  const callback = args.pop();
  transfer(callback, data, () => writeSync(fd, data, ...args));
}

// readv(fd, buffers[, position], callback(error, bytesRead, buffers))
function readv(fd, buffers, position, callback = position) {
  transfer(callback, buffers, () => readvSync(fd, buffers, position));
}

function writev(fd, buffers, position, callback = position) {
  transfer(callback, buffers, () => writevSync(fd, buffers, position));
}

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

definePromisified(read, 'bytesRead', 'buffer');
definePromisified(write, 'bytesWritten', 'buffer');
definePromisified(readv, 'bytesRead', 'buffers');
definePromisified(writev, 'bytesWritten', 'buffers');
Object.defineProperty(exists, promisified, { value: (path) => later(() => existsSync(path)), configurable: true });

function checkOwner(fd, uid, gid) {
  toDescriptor(fd);
  toOwner(uid, 'uid');
  toOwner(gid, 'gid');
}

function checkMode(fd, mode) {
  toDescriptor(fd);
  toMode(mode, 'mode');
}

function checkLengthOfOpen(fd, len) {
  toDescriptor(fd);
  checkLengthOf(fd, len);
}

function checkLengthOf(path, len) {
  if (typeof len !== 'function') validateInteger(len ?? 0, 'len');
}

const fs = {
  appendFile: withCallback(appendFileSync),
  appendFileSync,
  access: withCallback(accessSync),
  accessSync,
  chown: withCallback(chownSync),
  chownSync,
  chmod: withCallback(chmodSync),
  chmodSync,
  close,
  closeSync,
  copyFile: withCallback(copyFileSync),
  copyFileSync,
  cp,
  cpSync,
  exists,
  existsSync,
  fchown: withCallback(fchownSync, checkOwner),
  fchownSync,
  fchmod: withCallback(fchmodSync, checkMode),
  fchmodSync,
  fdatasync: withCallback(fdatasyncSync, toDescriptor),
  fdatasyncSync,
  fstat: withCallback(fstatSync, toDescriptor),
  fstatSync,
  fsync: withCallback(fsyncSync, toDescriptor),
  fsyncSync,
  ftruncate: withCallback(ftruncateSync, checkLengthOfOpen),
  ftruncateSync,
  futimes: withCallback(futimesSync, toDescriptor),
  futimesSync,
  lchown: withCallback(lchownSync),
  lchownSync,
  link: withCallback(linkSync),
  linkSync,
  lstat: withCallback(lstatSync),
  lstatSync,
  lutimes: withCallback(lutimesSync),
  lutimesSync,
  mkdir: withCallback(mkdirSync),
  mkdirSync,
  mkdtemp: withCallback(mkdtempSync),
  mkdtempSync,
  open: withCallback(openSync),
  openSync,
  readdir: withCallback(readdirSync),
  readdirSync,
  read,
  readSync,
  readv,
  readvSync,
  readFile: withCallback(readFileSync),
  readFileSync,
  readlink: withCallback(readlinkSync),
  readlinkSync,
  realpath,
  realpathSync,
  rename: withCallback(renameSync),
  renameSync,
  rm: withCallback(rmSync),
  rmSync,
  rmdir: withCallback(rmdirSync),
  rmdirSync,
  stat: withCallback(statSync),
  statfs: withCallback(statfsSync),
  statSync,
  statfsSync,
  symlink: withCallback(symlinkSync),
  symlinkSync,
  truncate: withCallback(truncateSync, checkLengthOf),
  truncateSync,
  unlink: withCallback(unlinkSync),
  unlinkSync,
  utimes: withCallback(utimesSync),
  utimesSync,
  writeFile: withCallback(writeFileSync),
  writeFileSync,
  write,
  writeSync,
  writev,
  writevSync,
  Dirent,
  Stats,
  Dir,
  opendir: withCallback(opendirSync),
  opendirSync,
  F_OK: constants.F_OK,
  R_OK: constants.R_OK,
  W_OK: constants.W_OK,
  X_OK: constants.X_OK,
  constants,
  _toUnixTimestamp: toSeconds,
};

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
