'use strict';
// fs/promises: the functions of fs as promises (Node documentation, "Promises API"). What they take is said beside the
// operations, in internal/fs_operations; wrong arguments reject.

const EventEmitter = require('events');
const { AbortError, ERR_INVALID_ARG_TYPE, define } = require('internal/errors');
const { later, operations } = require('internal/fs_operations');
const { constants } = require('internal/fs_values');

const ERR_EBADF = define('EBADF', Error, 'file closed');

// --- Handles -----------------------------------------------------------------------------------------------

// An open file. What is asked of it is done in the order of the calls, but reads and writes at a position of their own
// wait for nothing. Closing it waits for all; a second time it gives the promise of the first.
class FileHandle extends EventEmitter {
  #fd;
  #closing;
  #last;          // the promise of the last that others wait for
  #underWay = 0;
  #idle;          // called when nothing is under way any more

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
    this.#closing = this.#close(operations.close(this.#fd));
    this.#fd = -1;
    this.emit('close');
    return this.#closing;
  }

  async #close(plan) {
    try {
      if (this.#underWay > 0) await new Promise((resolve) => { this.#idle = resolve; });
      await later(plan);
    } finally {
      this.#closing = undefined;
    }
  }

  // read([buffer[, offset[, length[, position]]]]), (buffer, options) or (options): { bytesRead, buffer }.
  async read(buffer, offset, length, position) {
    if (!ArrayBuffer.isView(buffer)) {
      ({ buffer, offset, length, position } = buffer ?? {});
      buffer ??= require('buffer').Buffer.alloc(16384);
    } else if (typeof offset === 'object' && offset !== null) {
      ({ offset, length, position } = offset);
    }
    const bytesRead = await this.#run('read', operations.read, [buffer, offset, length, position ?? null], position);
    return { __proto__: null, bytesRead, buffer };
  }

  // write(buffer[, offset[, length[, position]]]), (buffer, options) or (string[, position[, encoding]]):
  // { bytesWritten, buffer }.
  async write(buffer, offset, length, position) {
    const at = typeof buffer === 'string' ? offset : offset?.position ?? position;
    const bytesWritten = await this.#run('write', operations.write, [buffer, offset, length, position], at);
    return { __proto__: null, bytesWritten, buffer };
  }

  // readv(buffers[, position]): { bytesRead, buffers }.
  async readv(buffers, position) {
    const bytesRead = await this.#run('readv', operations.readv, [buffers, position], position);
    return { __proto__: null, bytesRead, buffers };
  }

  async writev(buffers, position) {
    const bytesWritten = await this.#run('writev', operations.writev, [buffers, position], position);
    return { __proto__: null, bytesWritten, buffers };
  }

  // From where the descriptor stands.
  readFile(options) {
    return this.#run('readFile', operations.readFile, [options]);
  }

  writeFile(data, options) {
    return whole(data, options, (content) => this.#run('writeFile', operations.writeFile, [content, options]));
  }

  appendFile(data, options) {
    return whole(data, options, (content) => this.#run('writeFile', operations.appendFile, [content, options]));
  }

  stat(options) {
    return this.#run('fstat', operations.fstat, [options]);
  }

  truncate(len) {
    return this.#run('ftruncate', operations.ftruncate, [len]);
  }

  sync() {
    return this.#run('fsync', operations.fsync, []);
  }

  datasync() {
    return this.#run('fdatasync', operations.fdatasync, []);
  }

  chmod(mode) {
    return this.#run('fchmod', operations.fchmod, [mode]);
  }

  chown(uid, gid) {
    return this.#run('fchown', operations.fchown, [uid, gid]);
  }

  utimes(atime, mtime) {
    return this.#run('futimes', operations.futimes, [atime, mtime]);
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

  async #run(syscall, operation, given, position) {
    if (this.#fd === -1) throw Object.assign(new ERR_EBADF(), { syscall });
    const plan = operation(this.#fd, ...given);
    const independent = (typeof position === 'number' && position >= 0) || typeof position === 'bigint';
    const begin = () => later(plan);
    const result = independent || this.#underWay === 0 ? begin() : this.#last.then(begin, begin);
    this.#underWay++;
    if (!independent || this.#last === undefined) this.#last = result;
    try {
      return await result;
    } finally {
      if (--this.#underWay === 0) this.#idle?.();
    }
  }
}

// --- Functions ---------------------------------------------------------------------------------------------

// The promise form of an operation.
function promised(name) {
  const operation = operations[name];
  const named = {
    async [name](...args) {
      return later(operation(...args));
    },
  };
  return named[name];
}

// write(all that is to be written): of an iterable, as soon as it has come, as one array of bytes; of everything else at
// once, as it is.
function whole(data, options, write) {
  const inParts = typeof data === 'object' && data !== null && !ArrayBuffer.isView(data) &&
    (Symbol.asyncIterator in data || Symbol.iterator in data);
  return inParts ? collect(data, options).then(write) : write(data);
}

async function collect(data, options) {
  const { Buffer } = require('buffer');
  const encoding = typeof options === 'string' ? options : options?.encoding;
  const signal = options?.signal;
  const check = () => {
    if (signal?.aborted) throw new AbortError(undefined, { cause: signal.reason });
  };
  const parts = [];
  check();
  for await (const part of data) {
    check();
    if (typeof part !== 'string' && !ArrayBuffer.isView(part)) {
      throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], part);
    }
    parts.push(typeof part === 'string' ? Buffer.from(part, encoding) : new Uint8Array(part.buffer, part.byteOffset,
      part.byteLength));
  }
  return Buffer.concat(parts);
}

function refuseDescriptor(path) {
  if (typeof path === 'number') throw new ERR_INVALID_ARG_TYPE('path', ['string', 'Buffer', 'URL'], path);
}

// readFile(path or FileHandle[, { encoding, flag, signal }])
async function readFile(path, options) {
  if (path instanceof FileHandle) return path.readFile(options);
  refuseDescriptor(path);
  return later(operations.readFile(path, options));
}

// writeFile(path or FileHandle, data[, { encoding, mode, flag, flush, signal }]): data may also be an iterable, or an
// asynchronous one, of strings and views.
async function writeFile(path, data, options) {
  if (path instanceof FileHandle) return path.writeFile(data, options);
  refuseDescriptor(path);
  return whole(data, options, (content) => later(operations.writeFile(path, content, options)));
}

async function appendFile(path, data, options) {
  if (path instanceof FileHandle) return path.appendFile(data, options);
  refuseDescriptor(path);
  return whole(data, options, (content) => later(operations.appendFile(path, content, options)));
}

// open(path[, flags[, mode]]): a FileHandle.
async function open(path, flags, mode) {
  return new FileHandle(await later(operations.open(path, flags, mode)));
}

// realpath(path[, options]): as fs.realpath.native.
async function realpath(path, options) {
  return later(operations.realpathNative(path, options));
}

module.exports = { readFile, writeFile, appendFile, open, realpath, constants };

for (const name of ['access', 'copyFile', 'cp', 'opendir', 'rename', 'truncate', 'rm', 'rmdir', 'mkdir', 'readdir',
                    'readlink', 'symlink', 'lstat', 'stat', 'statfs', 'link', 'unlink', 'chmod', 'lchown', 'chown',
                    'utimes', 'lutimes', 'mkdtemp']) {
  module.exports[name] = promised(name);
}
