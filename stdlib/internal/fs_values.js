'use strict';
// What the files of fs share: checks of its arguments, and the classes of what it gives back.

const { ERR_INCOMPATIBLE_OPTION_PAIR, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, define } =
  require('internal/errors');
const { validateBoolean, validateFunction, validateInteger, validateObject, validateUint32 } =
  require('internal/validate');
const { constants: system } = native('fs');

// fs.constants: those of the operating system between those of Node's own.
const constants = Object.assign(Object.create(null), {
  UV_FS_SYMLINK_DIR: 1,
  UV_FS_SYMLINK_JUNCTION: 2,
  UV_DIRENT_UNKNOWN: 0,
  UV_DIRENT_FILE: 1,
  UV_DIRENT_DIR: 2,
  UV_DIRENT_LINK: 3,
  UV_DIRENT_FIFO: 4,
  UV_DIRENT_SOCKET: 5,
  UV_DIRENT_CHAR: 6,
  UV_DIRENT_BLOCK: 7,
  UV_FS_O_FILEMAP: 0,
  ...system,
  UV_FS_COPYFILE_EXCL: 1,
  COPYFILE_EXCL: 1,
  UV_FS_COPYFILE_FICLONE: 2,
  COPYFILE_FICLONE: 2,
  UV_FS_COPYFILE_FICLONE_FORCE: 4,
  COPYFILE_FICLONE_FORCE: 4,
});

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY, S_IFMT } = constants;

// --- Arguments ---------------------------------------------------------------------------------------------

// A path as natives take it: a string or bytes. `value`: string, Buffer or file: URL.
function toPath(value, name = 'path') {
  if (typeof value === 'string') {
    if (value.includes('\0')) refuseNull(value, name);
    return value;
  }
  if (value instanceof Uint8Array) {
    if (value.includes(0)) refuseNull(value, name);
    return value;
  }
  if (typeof value === 'object' && value !== null && value.href && value.protocol) {
    return toPath(require('url').fileURLToPath(value), name);
  }
  throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], value);
}

function refuseNull(value, name) {
  throw new ERR_INVALID_ARG_VALUE(name, value, 'must be a string, Uint8Array, or URL without null bytes');
}

const flagsByName = Object.assign(Object.create(null), {
  r: O_RDONLY,
  rs: O_RDONLY | O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  w: O_TRUNC | O_CREAT | O_WRONLY,
  wx: O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'w+': O_TRUNC | O_CREAT | O_RDWR,
  'wx+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  a: O_APPEND | O_CREAT | O_WRONLY,
  ax: O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  as: O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'a+': O_APPEND | O_CREAT | O_RDWR,
  'ax+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'as+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
});

for (const name of ['rs', 'rs+', 'wx', 'wx+', 'ax', 'ax+', 'as', 'as+']) {
  flagsByName[name[1] + name[0] + name.slice(2)] = flagsByName[name];
}

// Flags of open(2) from 'r', 'wx+' and the like, or a number.
function toFlags(flags, name = 'flags') {
  if (typeof flags === 'number') {
    validateInteger(flags, name, -2147483648, 2147483647);
    return flags;
  }
  if (flags === undefined || flags === null) return O_RDONLY;
  const known = typeof flags === 'string' ? flagsByName[flags] : undefined;
  if (known === undefined) throw new ERR_INVALID_ARG_VALUE(name, flags);
  return known;
}

// Permission bits from a number or an octal string.
function toMode(mode, name, byDefault) {
  if (mode === undefined || mode === null) mode = byDefault ?? mode;
  if (typeof mode === 'string') {
    if (!/^[0-7]+$/.test(mode)) {
      throw new ERR_INVALID_ARG_VALUE(name, mode, 'must be a 32-bit unsigned integer or an octal string');
    }
    return Number.parseInt(mode, 8);
  }
  validateUint32(mode, name);
  return mode;
}

const MODE_RANGE = define('ERR_OUT_OF_RANGE', RangeError, 'mode is out of range: >= 0 && <= 7');
const MODE_TYPE = define('ERR_INVALID_ARG_TYPE', TypeError, 'mode must be int32 or null/undefined');

// The flags of access() and copyFile().
function toFlagBits(mode) {
  if (mode === undefined || mode === null) return 0;
  if (!Number.isInteger(mode)) throw new MODE_TYPE();
  if (mode < 0 || mode > 7) throw new MODE_RANGE();
  return mode;
}

function toDescriptor(fd) {
  validateInteger(fd, 'fd', 0, 2147483647);
  return fd;
}

// Seconds since 1970 from seconds, their text, or a Date.
function toSeconds(time) {
  if (typeof time === 'string' && +time == time) return +time;
  if (Number.isFinite(time)) return time < 0 ? Date.now() / 1000 : time;
  if (time instanceof Date) return time.getTime() / 1000;
  throw new ERR_INVALID_ARG_TYPE('time', ['Date', 'Time in seconds'], time);
}

// An object with the properties of `defaults` where `options` does not have them. A string is the encoding.
function toOptions(options, defaults) {
  if (options === undefined || options === null || typeof options === 'function') return defaults;
  if (typeof options === 'string') {
    options = { ...defaults, encoding: options };
  } else if (typeof options === 'object') {
    options = { ...defaults, ...options };
  } else {
    throw new ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  }
  if (options.encoding !== 'buffer') checkEncoding(options.encoding);
  return options;
}

function checkEncoding(encoding) {
  if (!encoding || encoding === 'utf8' || encoding === 'utf-8') return;
  if (!require('buffer').Buffer.isEncoding(encoding)) {
    throw new ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
}

// Where to begin and how much of a view to transfer: { offset, length }.
function toRange(buffer, offset, length) {
  offset ??= 0;
  validateInteger(offset, 'offset', 0);
  length ??= buffer.byteLength - offset;
  validateInteger(length, 'length', -Number.MAX_SAFE_INTEGER);
  return { offset, length };
}

// --- What is known of a file -------------------------------------------------------------------------------

const milliseconds = (seconds, nanoseconds) => seconds * 1000 + nanoseconds / 1e6;
const dateOf = (time) => new Date(Math.round(Number(time)));

// The first ten properties of both kinds, in the order of native stat.
function fillStats(stats, values) {
  [stats.dev, stats.mode, stats.nlink, stats.uid, stats.gid, stats.rdev, stats.blksize, stats.ino, stats.size,
    stats.blocks] = values;
}

function fillDates(stats) {
  stats.atime = dateOf(stats.atimeMs);
  stats.mtime = dateOf(stats.mtimeMs);
  stats.ctime = dateOf(stats.ctimeMs);
  stats.birthtime = dateOf(stats.birthtimeMs);
}

// Programs make their own, with and without `new`.
function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atimeMs, mtimeMs, ctimeMs, birthtimeMs) {
  if (new.target === undefined) return new Stats(...arguments);
  fillStats(this, arguments);
  this.atimeMs = atimeMs;
  this.mtimeMs = mtimeMs;
  this.ctimeMs = ctimeMs;
  this.birthtimeMs = birthtimeMs;
  fillDates(this);
}

// isFile() and so on.
for (const [name, type] of [['Directory', 'S_IFDIR'], ['File', 'S_IFREG'], ['BlockDevice', 'S_IFBLK'],
  ['CharacterDevice', 'S_IFCHR'], ['SymbolicLink', 'S_IFLNK'], ['FIFO', 'S_IFIFO'], ['Socket', 'S_IFSOCK']]) {
  const methods = {
    [`is${name}`]() {
      return (Number(this.mode) & S_IFMT) === constants[type];
    },
  };
  Object.assign(Stats.prototype, methods);
}

// Stats of the array that native stat gives.
function statsOf(values) {
  const stats = Object.create(Stats.prototype);
  fillStats(stats, values);
  stats.atimeMs = milliseconds(values[10], values[11]);
  stats.mtimeMs = milliseconds(values[12], values[13]);
  stats.ctimeMs = milliseconds(values[14], values[15]);
  stats.birthtimeMs = milliseconds(values[16], values[17]);
  fillDates(stats);
  return stats;
}

class BigIntStats {
  constructor(values) {
    fillStats(this, values);
    const nanoseconds = (i) => values[i] * 1000000000n + values[i + 1];
    this.atimeMs = nanoseconds(10) / 1000000n;
    this.mtimeMs = nanoseconds(12) / 1000000n;
    this.ctimeMs = nanoseconds(14) / 1000000n;
    this.birthtimeMs = nanoseconds(16) / 1000000n;
    this.atimeNs = nanoseconds(10);
    this.mtimeNs = nanoseconds(12);
    this.ctimeNs = nanoseconds(14);
    this.birthtimeNs = nanoseconds(16);
    fillDates(this);
  }
}

Object.setPrototypeOf(BigIntStats.prototype, Stats.prototype);

class StatFs {
  constructor(values) {
    [this.type, this.bsize, this.blocks, this.bfree, this.bavail, this.files, this.ffree] = values;
  }
}

const kType = Symbol('type');

// An entry of a folder: name (string, or Buffer for encoding 'buffer'), parentPath.
class Dirent {
  constructor(name, path, type) {
    this.name = name;
    this.parentPath = path;
    this.path = path;
    this[kType] = type;
  }
  isDirectory() {
    return this[kType] === constants.UV_DIRENT_DIR;
  }
  isFile() {
    return this[kType] === constants.UV_DIRENT_FILE;
  }
  isBlockDevice() {
    return this[kType] === constants.UV_DIRENT_BLOCK;
  }
  isCharacterDevice() {
    return this[kType] === constants.UV_DIRENT_CHAR;
  }
  isSymbolicLink() {
    return this[kType] === constants.UV_DIRENT_LINK;
  }
  isFIFO() {
    return this[kType] === constants.UV_DIRENT_FIFO;
  }
  isSocket() {
    return this[kType] === constants.UV_DIRENT_SOCKET;
  }
}

// --- Errors of rm and cp -----------------------------------------------------------------------------------

const kinds = {
  ERR_FS_EISDIR: 'Path is a directory',
  ERR_FS_CP_DIR_TO_NON_DIR: 'Cannot overwrite non-directory with directory',
  ERR_FS_CP_EEXIST: 'Target already exists',
  ERR_FS_CP_EINVAL: 'Invalid src or dest',
  ERR_FS_CP_FIFO_PIPE: 'Cannot copy a FIFO pipe',
  ERR_FS_CP_NON_DIR_TO_DIR: 'Cannot overwrite directory with non-directory',
  ERR_FS_CP_SOCKET: 'Cannot copy a socket file',
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY: 'Cannot overwrite symlink in subdirectory of self',
  ERR_FS_CP_UNKNOWN: 'Cannot copy an unknown file type',
};

// A SystemError: `info` has { code, errno, message, path, syscall }, errno positive.
function systemError(code, info) {
  const error = new Error(`${kinds[code]}: ${info.syscall} returned ${info.code} (${info.message}) ${info.path}`);
  const hidden = (value) => ({ value, writable: true, configurable: true });
  Object.defineProperties(error, { name: hidden('SystemError') });
  error.stack = error.stack?.replace(/^Error/, `SystemError [${code}]`);
  error.code = code;
  error.info = info;
  error.errno = info.errno;
  error.syscall = info.syscall;
  error.path = info.path;
  return error;
}

function validateRmOptions(options) {
  options = { force: false, recursive: false, maxRetries: 0, retryDelay: 100, ...checkedObject(options) };
  validateBoolean(options.force, 'options.force');
  validateBoolean(options.recursive, 'options.recursive');
  validateInteger(options.retryDelay, 'options.retryDelay', 0, 2147483647);
  validateUint32(options.maxRetries, 'options.maxRetries');
  return options;
}

function validateCpOptions(options) {
  options = {
    dereference: false,
    errorOnExist: false,
    filter: undefined,
    force: true,
    mode: 0,
    preserveTimestamps: false,
    recursive: false,
    verbatimSymlinks: false,
    ...checkedObject(options),
  };
  for (const name of ['dereference', 'errorOnExist', 'force', 'preserveTimestamps', 'recursive', 'verbatimSymlinks']) {
    validateBoolean(options[name], `options.${name}`);
  }
  validateInteger(options.mode, 'mode', 0, 7);
  if (options.dereference && options.verbatimSymlinks) {
    throw new ERR_INCOMPATIBLE_OPTION_PAIR('dereference', 'verbatimSymlinks');
  }
  if (options.filter !== undefined) validateFunction(options.filter, 'options.filter');
  return options;
}

function checkedObject(options) {
  if (options !== undefined) validateObject(options, 'options');
  return options;
}

module.exports = {
  BigIntStats,
  Dirent,
  StatFs,
  Stats,
  constants,
  statsOf,
  systemError,
  toDescriptor,
  toFlagBits,
  toFlags,
  toMode,
  toOptions,
  toPath,
  toRange,
  toSeconds,
  validateCpOptions,
  validateRmOptions,
};
