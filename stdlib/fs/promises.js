'use strict';
// fs/promises: the functions of fs as promises (Node documentation, "Promises API"). Arguments, results and errors are
// those of the synchronous ones; wrong arguments reject too.

const fs = require('fs');
const EventEmitter = require('events');
const { AbortError, ERR_INVALID_ARG_TYPE, ERR_INVALID_STATE, define } = require('internal/errors');
const { validateAbortSignal } = require('internal/validate');
const { constants, later, toPath, validateCpOptions } = require('internal/fs_values');

const ERR_EBADF = define('EBADF', Error, 'file closed');

// --- Handles -----------------------------------------------------------------------------------------------

// An open file. Closing it a second time gives the promise of the first.
class FileHandle extends EventEmitter {
  #fd;
  #closing;

  constructor(fd) {
    super();
    this.#fd = fd;
  }

  // The descriptor; -1 when it is closed.
  get fd() {
    return this.#fd;
  }

  close() {
    if (this.#fd === -1) return this.#closing ?? Promise.resolve();
    const fd = this.#fd;
    this.#fd = -1;
    this.#closing = later(() => fs.closeSync(fd)).finally(() => {
      this.#closing = undefined;
    });
    this.emit('close');
    return this.#closing;
  }

  // read([buffer[, offset[, length[, position]]]]), (buffer, options) or (options): { bytesRead, buffer }.
  read(buffer, offset, length, position) {
    return this.#run('read', (fd) => {
      if (!ArrayBuffer.isView(buffer)) {
        ({ buffer, offset, length, position } = buffer ?? {});
        buffer ??= require('buffer').Buffer.alloc(16384);
      } else if (typeof offset === 'object' && offset !== null) {
        ({ offset, length, position } = offset);
      }
      return { __proto__: null, bytesRead: fs.readSync(fd, buffer, offset, length, position ?? null), buffer };
    });
  }

  // write(buffer[, offset[, length[, position]]]) or (string[, position[, encoding]]): { bytesWritten, buffer }.
  write(buffer, offset, length, position) {
    return this.#run('write', (fd) => ({
      __proto__: null,
      bytesWritten: fs.writeSync(fd, buffer, offset, length, position),
      buffer,
    }));
  }

  // readv(buffers[, position]): { bytesRead, buffers }.
  readv(buffers, position) {
    return this.#run('readv', (fd) => ({ __proto__: null, bytesRead: fs.readvSync(fd, buffers, position), buffers }));
  }

  writev(buffers, position) {
    return this.#run('writev', (fd) => ({
      __proto__: null,
      bytesWritten: fs.writevSync(fd, buffers, position),
      buffers,
    }));
  }

  // From where the descriptor stands.
  readFile(options) {
    return this.#run('readFile', (fd) => fs.readFileSync(fd, options), options);
  }

  writeFile(data, options) {
    return this.#run('writeFile', (fd) => fs.writeFileSync(fd, data, options), options);
  }

  appendFile(data, options) {
    return this.#run('writeFile', (fd) => fs.appendFileSync(fd, data, options), options);
  }

  stat(options) {
    return this.#run('fstat', (fd) => fs.fstatSync(fd, options));
  }

  truncate(len) {
    return this.#run('ftruncate', (fd) => fs.ftruncateSync(fd, len));
  }

  sync() {
    return this.#run('fsync', fs.fsyncSync);
  }

  datasync() {
    return this.#run('fdatasync', fs.fdatasyncSync);
  }

  chmod(mode) {
    return this.#run('fchmod', (fd) => fs.fchmodSync(fd, mode));
  }

  chown(uid, gid) {
    return this.#run('fchown', (fd) => fs.fchownSync(fd, uid, gid));
  }

  utimes(atime, mtime) {
    return this.#run('futimes', (fd) => fs.futimesSync(fd, atime, mtime));
  }

  // createReadStream([options]), createWriteStream([options]): streams that close the file at their end.
  createReadStream(options) {
    return new (require('internal/fs_streams').ReadStream)(undefined, { ...options, fd: this });
  }

  createWriteStream(options) {
    return new (require('internal/fs_streams').WriteStream)(undefined, { ...options, fd: this });
  }

  // readLines([options of createReadStream]): the lines as an asynchronous iterator.
  readLines(options) {
    return require('readline').createInterface({ input: this.createReadStream(options), crlfDelay: Infinity });
  }

  [Symbol.asyncDispose]() {
    return this.close();
  }

  #run(syscall, operate, options) {
    return attempt(options, () => {
      if (this.#fd === -1) {
        throw Object.assign(new ERR_EBADF(), { syscall });
      }
      return operate(this.#fd);
    });
  }
}

// Rejects with an AbortError when options.signal is aborted, now or before the promise is settled.
async function attempt(options, run) {
  const signal = options?.signal;
  if (signal === undefined) return later(run);
  validateAbortSignal(signal, 'options.signal');
  const check = () => {
    if (signal.aborted) throw new AbortError(undefined, { cause: signal.reason });
  };
  check();
  const result = await later(run);
  check();
  return result;
}

// A file or what stands for one: its descriptor, else the path itself.
function fileOf(file) {
  if (!(file instanceof FileHandle)) {
    if (typeof file === 'number') throw new ERR_INVALID_ARG_TYPE('path', ['string', 'Buffer', 'URL'], file);
    return file;
  }
  if (file.fd === -1) throw new ERR_INVALID_STATE('The FileHandle is closed');
  return file.fd;
}

// --- Functions ---------------------------------------------------------------------------------------------

// The promise form of a synchronous function.
function promised(sync) {
  const name = sync.name.slice(0, -'Sync'.length);
  const named = {
    [name](...args) {
      return later(() => sync(...args));
    },
  };
  return named[name];
}

// readFile(path or FileHandle[, { encoding, flag, signal }])
function readFile(path, options) {
  return attempt(options, () => fs.readFileSync(fileOf(path), options));
}

// All that an iterable gives, as one array of bytes.
async function collect(data, encoding) {
  const { Buffer } = require('buffer');
  const parts = [];
  for await (const part of data) {
    if (typeof part !== 'string' && !ArrayBuffer.isView(part)) {
      throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], part);
    }
    parts.push(typeof part === 'string' ? Buffer.from(part, encoding) : new Uint8Array(part.buffer, part.byteOffset,
      part.byteLength));
  }
  return Buffer.concat(parts);
}

const isIterable = (data) =>
  typeof data === 'object' && data !== null && !ArrayBuffer.isView(data) &&
  (Symbol.asyncIterator in data || Symbol.iterator in data);

// writeFile(path or FileHandle, data[, { encoding, mode, flag, flush, signal }]): data may also be an iterable, or an
// asynchronous one, of strings and views.
async function writeFile(path, data, options) {
  if (isIterable(data)) data = await collect(data, typeof options === 'string' ? options : options?.encoding);
  return attempt(options, () => fs.writeFileSync(fileOf(path), data, options));
}

function appendFile(path, data, options) {
  return attempt(options, () => fs.appendFileSync(fileOf(path), data, options));
}

// open(path[, flags[, mode]]): a FileHandle.
function open(path, flags, mode) {
  return later(() => new FileHandle(fs.openSync(path, flags, mode)));
}

// cp(src, dest[, options]): the filter may give promises.
async function cp(src, dest, options) {
  options = validateCpOptions(options);
  return require('internal/fs_trees').copyTreeLater(toPath(src, 'src'), toPath(dest, 'dest'), options);
}

// realpath(path[, options]): as fs.realpath.native.
function realpath(path, options) {
  return later(() => fs.realpathSync.native(path, options));
}

module.exports = {
  access: promised(fs.accessSync),
  copyFile: promised(fs.copyFileSync),
  cp,
  open,
  opendir: promised(fs.opendirSync),
  rename: promised(fs.renameSync),
  truncate: promised(fs.truncateSync),
  rm: promised(fs.rmSync),
  rmdir: promised(fs.rmdirSync),
  mkdir: promised(fs.mkdirSync),
  readdir: promised(fs.readdirSync),
  readlink: promised(fs.readlinkSync),
  symlink: promised(fs.symlinkSync),
  lstat: promised(fs.lstatSync),
  stat: promised(fs.statSync),
  statfs: promised(fs.statfsSync),
  link: promised(fs.linkSync),
  unlink: promised(fs.unlinkSync),
  chmod: promised(fs.chmodSync),
  lchown: promised(fs.lchownSync),
  chown: promised(fs.chownSync),
  utimes: promised(fs.utimesSync),
  lutimes: promised(fs.lutimesSync),
  realpath,
  mkdtemp: promised(fs.mkdtempSync),
  writeFile,
  appendFile,
  readFile,
  constants,
};
