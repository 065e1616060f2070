'use strict';
// The operations of fs: what each of them checks, and what it asks of native code. fs.js and fs/promises.js make of them
// the functions that programs call.
//
// An operation throws for wrong arguments and gives a *plan*. That is a call { native, given, finish, signal } of a native
// function, of whose result `finish` makes what the caller gets; or *steps*: a generator that yields calls and is given
// their results. A plan is carried out at once (now), on a thread of the loop's pool with a callback (start) or with a
// promise (later). Steps may also yield { pause: milliseconds } and { answer: what a program's function gave }.

const {
  AbortError, ERR_INVALID_ARG_TYPE, ERR_INVALID_RETURN_VALUE, ERR_INVALID_THIS, ERR_MISSING_ARGS, ERR_OUT_OF_RANGE,
  define,
} = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateBuffer, validateFunction, validateInteger, validateObject } =
  require('internal/validate');
const values = require('internal/fs_values');
const natives = native('fs');

const { BigIntStats, Dirent, StatFs, statsOf } = values;
const { toDescriptor, toFlagBits, toFlags, toMode, toOptions, toPath, toRange, toSeconds } = values;
const { validateCpOptions, validateRmOptions } = values;

const ERR_DIR_CLOSED = define('ERR_DIR_CLOSED', Error, 'Directory handle was closed');
const ERR_FS_INVALID_SYMLINK_TYPE = define('ERR_FS_INVALID_SYMLINK_TYPE', Error, (type) =>
  `Symlink type must be one of "dir", "file", or "junction". Received "${type}"`);

// --- Plans -------------------------------------------------------------------------------------------------

const call = (native, given, finish) => ({ native, given, finish, signal: undefined });

const isCall = (plan) => plan.native !== undefined;

const finished = ({ finish }, result) => (finish === undefined ? result : finish(result));

// Carries out a plan and gives its result.
function now(plan) {
  if (isCall(plan)) return finished(plan, plan.native(...plan.given));
  let step = plan.next();
  while (!step.done) {
    let result;
    try {
      result = nowOne(step.value);
    } catch (error) {
      step = plan.throw(error);
      continue;
    }
    step = plan.next(result);
  }
  return step.value;
}

function nowOne(what) {
  if (isCall(what)) return now(what);
  if (what.pause !== undefined) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, what.pause);
  } else if (typeof what.answer?.then === 'function') {
    throw new ERR_INVALID_RETURN_VALUE('boolean', 'filter', what.answer);
  }
  return what.answer;
}

// The same later, as a promise.
async function later(plan) {
  if (plan.signal !== undefined) {
    return new Promise((resolve, reject) => {
      start(plan, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }
  if (isCall(plan)) return finished(plan, await plan.native(...plan.given, true));
  let step = plan.next();
  while (!step.done) {
    let result;
    try {
      result = await laterOne(step.value);
    } catch (error) {
      step = plan.throw(error);
      continue;
    }
    step = plan.next(result);
  }
  return step.value;
}

function laterOne(what) {
  if (isCall(what)) return later(what);
  return what.pause === undefined ? what.answer : require('timers/promises').setTimeout(what.pause);
}

// The same, with callback(error) or callback(null, result).
function start(plan, callback) {
  const { finish, signal } = plan;
  if (signal !== undefined) return startAbortable(plan, signal, callback);
  if (!isCall(plan)) return void later(plan).then((result) => process.nextTick(succeed, callback, result),
                                                  (error) => process.nextTick(callback, error));
  if (finish === undefined) return plan.native(...plan.given, callback);
  return plan.native(...plan.given, (error, result) => {
    if (error) return callback(error);
    try {
      result = finish(result);
    } catch (wrong) {
      return callback(wrong);
    }
    return succeed(callback, result);
  });
}

function succeed(callback, result) {
  if (result === undefined) callback(null);
  else callback(null, result);
}

// Ends with an AbortError when the signal is aborted before the outcome is told.
function startAbortable({ native, given, finish }, signal, callback) {
  const failure = () => new AbortError(undefined, { cause: signal.reason });
  if (signal.aborted) return process.nextTick(() => callback(failure()));
  const number = start(call(native, given, finish), (...outcome) => {
    signal.removeEventListener('abort', stop);
    if (signal.aborted) callback(failure());
    else callback(...outcome);
  });
  const stop = () => natives.cancel(number);
  signal.addEventListener('abort', stop);
}

const withSignal = (plan, { signal }) => {
  if (signal !== undefined) {
    validateAbortSignal(signal, 'options.signal');
    plan.signal = signal;
  }
  return plan;
};

// What is known without asking.
function* nothingToDo(result) {
  return result;
}

// --- Names -------------------------------------------------------------------------------------------------

const isUtf8 = (encoding) => !encoding || encoding === 'utf8' || encoding === 'utf-8';

// A call whose result is a name, in the encoding that was asked for: natives give strings or Buffers.
function callForName(native, path, encoding) {
  const raw = !isUtf8(encoding);
  return call(native, [path, raw], raw && encoding !== 'buffer' ? (name) => name.toString(encoding) : undefined);
}

// --- Whole files -------------------------------------------------------------------------------------------

// A descriptor or a path.
const toFile = (file) => (Number.isInteger(file) ? toDescriptor(file) : toPath(file));

// readFile(path or fd[, { encoding, flag = 'r', signal } or encoding]): a Buffer, or a string when there is an encoding.
function readFile(path, options) {
  options = toOptions(options, { encoding: null, flag: 'r' });
  const { encoding } = options;
  const text = encoding === 'utf8' || encoding === 'utf-8';
  const finish = text || !encoding || encoding === 'buffer' ? undefined : (buffer) => buffer.toString(encoding);
  return withSignal(call(natives.readFile, [toFile(path), toFlags(options.flag), text], finish), options);
}

// writeFile(path or fd, data[, { encoding = 'utf8', mode = 0o666, flag = 'w', flush = false, signal }]): replaces the
// content. data: string, Buffer, TypedArray or DataView.
function writeFile(path, data, options) {
  options = toOptions(options, { encoding: 'utf8', mode: 0o666, flag: 'w', flush: false });
  const { encoding, flush = false } = options;
  validateBoolean(flush ?? false, 'options.flush');
  const flags = toFlags(options.flag || 'w');
  if (!ArrayBuffer.isView(data)) {
    if (typeof data !== 'string') {
      throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
    }
    if (!isUtf8(encoding)) data = require('buffer').Buffer.from(data, encoding);
  }
  const given = [toFile(path), data, flags, toMode(options.mode, 'mode', 0o666), flush];
  return withSignal(call(natives.writeFile, given), options);
}

// appendFile(path or fd, data[, options]): as writeFile with flag 'a'.
function appendFile(path, data, options) {
  options = toOptions(options, { encoding: 'utf8', mode: 0o666, flag: 'a' });
  return writeFile(path, data, { ...options, flag: options.flag || 'a' });
}

// copyFile(src, dest[, mode]): mode is a set of constants.COPYFILE_*.
const copyFile = (src, dest, mode) =>
  call(natives.copyFile, [toPath(src, 'src'), toPath(dest, 'dest'), toFlagBits(mode)]);

// cp(src, dest[, { recursive, force = true, errorOnExist, dereference, filter, preserveTimestamps, verbatimSymlinks,
// mode }]): copies a file or a tree.
function cp(src, dest, options) {
  options = validateCpOptions(options);
  return require('internal/fs_trees').copyTree(toPath(src, 'src'), toPath(dest, 'dest'), options);
}

// Negative lengths count as 0.
function toLength(len = 0) {
  validateInteger(len, 'len');
  return len > 0 ? len : 0;
}

// truncate(path[, len = 0]), ftruncate(fd[, len = 0])
const truncate = (path, len) => call(natives.truncate, [toPath(path), toLength(len)]);
const ftruncate = (fd, len) => call(natives.truncate, [toDescriptor(fd), toLength(len)]);

// --- Descriptors -------------------------------------------------------------------------------------------

// open(path[, flags = 'r'[, mode = 0o666]]): a descriptor.
const open = (path, flags, mode) => call(natives.open, [toPath(path), toFlags(flags), toMode(mode, 'mode', 0o666)]);

const close = (fd) => call(natives.close, [toDescriptor(fd)]);

// The byte at which to read `length`; -1: where the descriptor stands.
function toPosition(position, length) {
  if (position === undefined || position === null) return -1;
  if (typeof position === 'bigint') {
    const last = 2n ** 63n - 1n - BigInt(length);
    if (position >= -1n && position <= last) return position;
    throw new ERR_OUT_OF_RANGE('position', `>= -1 && <= ${last}`, position);
  }
  if (typeof position !== 'number') throw new ERR_INVALID_ARG_TYPE('position', ['bigint', 'integer'], position);
  validateInteger(position, 'position', -1);
  return position;
}

function checkLength({ offset, length }, size) {
  if (length < 0) throw new ERR_OUT_OF_RANGE('length', '>= 0', length);
  if (length > size - offset) throw new ERR_OUT_OF_RANGE('length', `<= ${size - offset}`, length);
}

// read(fd, buffer[, offset[, length[, position]]]) or (fd, buffer, { offset, length, position }): the number of bytes
// read. position null: where the descriptor stands.
function read(fd, buffer, offset, length, position) {
  fd = toDescriptor(fd);
  validateBuffer(buffer);
  if (offset !== undefined && (arguments.length <= 3 || typeof offset === 'object')) {
    validateObject(offset, 'options', { nullable: true });
    ({ offset, length, position } = offset ?? {});
  }
  const range = toRange(buffer, offset, length);
  if (range.length === 0 || buffer.byteLength === 0) return nothingToDo(0);
  checkLength(range, buffer.byteLength);
  return call(natives.read, [fd, buffer, range.offset, range.length, toPosition(position, range.length)]);
}

const positionOf = (position) => (typeof position === 'number' ? position : -1);

// write(fd, buffer[, offset[, length[, position]]]), (fd, buffer, { offset, length, position }) or (fd, string[,
// position[, encoding]]): the number of bytes written, which may be fewer than given.
function write(fd, buffer, offset, length, position) {
  fd = toDescriptor(fd);
  if (typeof buffer === 'string') {
    const bytes = require('buffer').Buffer.from(buffer, typeof length === 'string' ? length : 'utf8');
    return call(natives.write, [fd, bytes, 0, bytes.length, positionOf(offset)]);
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
  return call(natives.write, [fd, buffer, range.offset, range.length, positionOf(position)]);
}

function toBuffers(buffers) {
  if (!Array.isArray(buffers) || !buffers.every((buffer) => ArrayBuffer.isView(buffer))) {
    throw new ERR_INVALID_ARG_TYPE('buffers', 'ArrayBufferView[]', buffers);
  }
  return buffers;
}

// readv(fd, buffers[, position]): fills an array of views; the number of bytes read. writev likewise.
const readv = (fd, buffers, position) =>
  call(natives.readv, [toDescriptor(fd), toBuffers(buffers), positionOf(position)]);
const writev = (fd, buffers, position) =>
  call(natives.writev, [toDescriptor(fd), toBuffers(buffers), positionOf(position)]);

const fsync = (fd) => call(natives.fsync, [toDescriptor(fd)]);
const fdatasync = (fd) => call(natives.fdatasync, [toDescriptor(fd)]);

// --- What is known of a file -------------------------------------------------------------------------------

// access(path[, mode = F_OK]): fails when the file is not there or not readable and so on.
const access = (path, mode) => call(natives.access, [toPath(path), toFlagBits(mode)]);

const toStats = (found) => (found === undefined ? undefined : statsOf(found));
const toBigIntStats = (found) => (found === undefined ? undefined : new BigIntStats(found));

function statBy(native, file, options) {
  const bigint = Boolean(options?.bigint);
  return call(native, [file, bigint, options?.throwIfNoEntry === false], bigint ? toBigIntStats : toStats);
}

// stat(path[, { bigint = false, throwIfNoEntry = true }]): Stats, or undefined. lstat: of a link itself.
const stat = (path, options) => statBy(natives.stat, toPath(path), options);
const lstat = (path, options) => statBy(natives.lstat, toPath(path), options);

function fstat(fd, options) {
  const bigint = Boolean(options?.bigint);
  return call(natives.fstat, [toDescriptor(fd), bigint], bigint ? toBigIntStats : toStats);
}

// statfs(path[, { bigint }]): of the volume.
const statfs = (path, options) =>
  call(natives.statfs, [toPath(path), Boolean(options?.bigint)], (found) => new StatFs(found));

// chmod(path, mode): a number or an octal string.
const chmod = (path, mode) => call(natives.chmod, [toPath(path), toMode(mode, 'mode')]);
const fchmod = (fd, mode) => call(natives.fchmod, [toDescriptor(fd), toMode(mode, 'mode')]);

// -1: stays as it is.
function toOwner(id, name) {
  validateInteger(id, name, -1, 4294967295);
  return id;
}

const chown = (path, uid, gid) => call(natives.chown, [toPath(path), toOwner(uid, 'uid'), toOwner(gid, 'gid')]);
const lchown = (path, uid, gid) => call(natives.lchown, [toPath(path), toOwner(uid, 'uid'), toOwner(gid, 'gid')]);
const fchown = (fd, uid, gid) => call(natives.fchown, [toDescriptor(fd), toOwner(uid, 'uid'), toOwner(gid, 'gid')]);

// utimes(path, atime, mtime): seconds since 1970, their text, or Dates.
const utimes = (path, atime, mtime) => call(natives.utimes, [toPath(path), toSeconds(atime), toSeconds(mtime)]);
const lutimes = (path, atime, mtime) => call(natives.lutimes, [toPath(path), toSeconds(atime), toSeconds(mtime)]);
const futimes = (fd, atime, mtime) => call(natives.futimes, [toDescriptor(fd), toSeconds(atime), toSeconds(mtime)]);

// --- Folders and links -------------------------------------------------------------------------------------

// readdir(path[, { encoding = 'utf8', withFileTypes = false, recursive = false }]): names in order, or Dirents.
function readdir(path, options) {
  options = toOptions(options, {});
  path = toPath(path);
  const { encoding, withFileTypes, recursive } = options;
  if (recursive !== undefined && recursive !== null) validateBoolean(recursive, 'options.recursive');
  if (recursive) return require('internal/fs_trees').listTree(path, withFileTypes);
  const raw = !isUtf8(encoding);
  return call(natives.list, [path, raw], (entries) => {
    const result = new Array(entries.length / 2);
    for (let i = 0; i < result.length; i++) {
      const name = raw && encoding !== 'buffer' ? entries[2 * i].toString(encoding) : entries[2 * i];
      result[i] = withFileTypes ? new Dirent(name, path, entries[2 * i + 1]) : name;
    }
    return result;
  });
}

// mkdir(path[, { recursive = false, mode = 0o777 } or mode]): undefined, or with recursive the first folder made.
function mkdir(path, options) {
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
  return recursive ? require('internal/fs_trees').makeFolders(path, mode) : call(natives.mkdir, [path, mode]);
}

let warnedOfPattern = false;

const textOf = (path) => (typeof path === 'string' ? path : require('buffer').Buffer.from(path).toString());

// mkdtemp(prefix[, { encoding }]): the path of a new folder, the prefix with six characters more.
function mkdtemp(prefix, options) {
  const { encoding } = toOptions(options, {});
  prefix = textOf(toPath(prefix, 'prefix'));
  if (prefix.endsWith('X') && !warnedOfPattern) {
    warnedOfPattern = true;
    process.emitWarning('mkdtemp() templates ending with X are not portable. ' +
      'For details see: https://nodejs.org/api/fs.html');
  }
  return callForName(natives.mkdtemp, `${prefix}XXXXXX`, encoding);
}

// rm(path[, { force, recursive, maxRetries = 0, retryDelay = 100 }])
function rm(path, options) {
  path = toPath(path);
  return require('internal/fs_trees').remove(path, validateRmOptions(options));
}

// rmdir(path[, { recursive }]): with recursive (deprecated) as rm.
function rmdir(path, options) {
  path = toPath(path);
  if (options?.recursive) return rm(path, { ...options, recursive: true });
  return call(natives.rmdir, [path]);
}

const unlink = (path) => call(natives.unlink, [toPath(path)]);
const rename = (oldPath, newPath) => call(natives.rename, [toPath(oldPath, 'oldPath'), toPath(newPath, 'newPath')]);
const link = (existingPath, newPath) =>
  call(natives.link, [toPath(existingPath, 'existingPath'), toPath(newPath, 'newPath')]);

// symlink(target, path[, type]): type only matters on Windows.
function symlink(target, path, type) {
  if (type !== undefined && type !== null && type !== 'dir' && type !== 'file' && type !== 'junction') {
    throw new ERR_FS_INVALID_SYMLINK_TYPE(type);
  }
  return call(natives.symlink, [toPath(target, 'target'), toPath(path)]);
}

// readlink(path[, { encoding }])
function readlink(path, options) {
  const { encoding } = toOptions(options, {});
  return callForName(natives.readlink, toPath(path, 'oldPath'), encoding);
}

// realpathNative(path[, { encoding }]): absolute, without links.
function realpathNative(path, options) {
  const { encoding } = toOptions(options, {});
  return callForName(natives.realpath, toPath(path), encoding);
}

// realpath(path[, { encoding }]): the same, but failures name the first part of the path that is not there.
function realpath(path, options) {
  return realpathSteps(path, realpathNative(path, options));
}

function* realpathSteps(path, plan) {
  try {
    return yield plan;
  } catch (error) {
    const parts = require('path').resolve(textOf(plan.given[0])).split('/');
    for (let i = 2; i <= parts.length; i++) yield call(natives.lstat, [parts.slice(0, i).join('/'), false, false]);
    throw error;
  }
}

// --- Open folders ------------------------------------------------------------------------------------------

// An open folder. Its entries are read when it is opened.
class Dir {
  #entries;
  #tree; // Dirents, when it is read with all below it
  #next = 0;
  #path;
  #encoding;
  #closed = false;

  constructor(path, encoding, entries, tree) {
    if (path === undefined) throw new ERR_MISSING_ARGS('handle');
    this.#path = path;
    this.#encoding = encoding;
    this.#entries = entries;
    this.#tree = tree;
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
    let name = this.#entries[this.#next++];
    if (!isUtf8(this.#encoding) && this.#encoding !== 'buffer') name = name.toString(this.#encoding);
    return new Dirent(name, this.#path, this.#entries[this.#next++]);
  }

  // read([callback(error, entry)]), close([callback(error)]): without callback a promise.
  read(callback) {
    return settle(callback, () => this.readSync());
  }

  closeSync() {
    if (this.#closed) throw new ERR_DIR_CLOSED();
    this.#closed = true;
    this.#entries = [];
  }

  close(callback) {
    if (this.#closed && typeof callback === 'function') return void setImmediate(callback, new ERR_DIR_CLOSED());
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

// For what is done at once: what is thrown goes to the caller, or to the promise.
function settle(callback, run) {
  if (callback === undefined) return new Promise((resolve) => resolve(run()));
  validateFunction(callback, 'callback');
  setImmediate(succeed, callback, run());
  return undefined;
}

// opendir(path[, { encoding = 'utf8', bufferSize, recursive }]): a Dir.
function opendir(path, options) {
  path = toPath(path);
  options = toOptions(options, { encoding: 'utf8' });
  const { encoding, bufferSize, recursive } = options;
  if (bufferSize !== undefined) validateInteger(bufferSize, 'options.bufferSize', 1, 4294967295);
  const plan = call(natives.openList, [path, !isUtf8(encoding)], (entries) => new Dir(path, encoding, entries));
  return recursive ? opendirSteps(plan, path, encoding) : plan;
}

function* opendirSteps(plan, path, encoding) {
  yield plan;
  return new Dir(path, encoding, [], yield* require('internal/fs_trees').listTree(path, true));
}

module.exports = {
  Dir,
  call,
  later,
  now,
  start,
  operations: {
    access,
    appendFile,
    chmod,
    chown,
    close,
    copyFile,
    cp,
    fchmod,
    fchown,
    fdatasync,
    fstat,
    fsync,
    ftruncate,
    futimes,
    lchown,
    link,
    lstat,
    lutimes,
    mkdir,
    mkdtemp,
    open,
    opendir,
    read,
    readFile,
    readdir,
    readlink,
    readv,
    realpath,
    realpathNative,
    rename,
    rm,
    rmdir,
    stat,
    statfs,
    symlink,
    truncate,
    unlink,
    utimes,
    write,
    writeFile,
    writev,
  },
};
