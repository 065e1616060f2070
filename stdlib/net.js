'use strict';
// node:net: TCP and Unix-domain sockets and servers (Node documentation, "Net").
//
// A Socket is a Duplex on a handle of native('net'). Reading starts with the first _read and stops when push() says
// that there is enough. A write is done at once when the system takes it, else when the handle calls back; while a
// socket is connecting writes wait for 'connect'. A half is shut down by _final; both are closed by _destroy.

const EventEmitter = require('events');
const { Duplex } = require('stream');
const {
  AbortError, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS, ERR_OUT_OF_RANGE, define,
} = require('internal/errors');
const {
  validateAbortSignal, validateBoolean, validateFunction, validateInt32, validateNumber, validateString,
} = require('internal/validate');
const { addressError, describedError } = require('internal/system_error');
const { Buffer } = require('buffer');
const { createHandle, family } = native('net');

const ERR_SOCKET_BAD_PORT = define('ERR_SOCKET_BAD_PORT', RangeError, (name, port, zero) =>
  `${name} should be ${zero ? '>=' : '>'} 0 and < 65536. Received ${require('internal/errors').describe(port)}.`);
const ERR_SECOND_NO_BUFFER = define('ERR_INVALID_ARG_TYPE', TypeError, 'Second argument must be a buffer');
const AddressFamilyError = define('ERR_INVALID_ADDRESS_FAMILY', RangeError, (kind, host, port) =>
  `Invalid address family: ${kind} ${host}:${port}`);
class ERR_INVALID_ADDRESS_FAMILY extends AddressFamilyError {
  constructor(kind, host, port) {
    super(kind, host, port);
    Object.assign(this, { host, port });
  }
}
const ERR_SOCKET_CLOSED = define('ERR_SOCKET_CLOSED', Error, 'Socket is closed');
const ERR_SOCKET_CLOSED_BEFORE_CONNECTION = define('ERR_SOCKET_CLOSED_BEFORE_CONNECTION', Error,
  'Socket closed before the connection was established');
const ERR_SERVER_ALREADY_LISTEN = define('ERR_SERVER_ALREADY_LISTEN', Error,
  'Listen method has been called more than once without closing.');
const ERR_SERVER_NOT_RUNNING = define('ERR_SERVER_NOT_RUNNING', Error, 'Server is not running.');
const ERR_INVALID_IP_ADDRESS = define('ERR_INVALID_IP_ADDRESS', TypeError, (text) => `Invalid IP address: ${text}`);

const LONGEST_TIMEOUT = 2147483647;

// isIP(text): 4, 6, or 0.
const isIP = (text) => text === null || text === undefined ? 0 : family(`${text}`);
const isIPv4 = (text) => isIP(text) === 4;
const isIPv6 = (text) => isIP(text) === 6;

// A port as a number 0..65535; strings of digits count.
function validPort(port, name = 'Port', allowZero = true) {
  if ((typeof port !== 'number' && typeof port !== 'string') ||
      (typeof port === 'string' && port.trim().length === 0) ||
      +port !== (+port >>> 0) || port > 0xFFFF || (port === 0 && !allowZero)) {
    throw new ERR_SOCKET_BAD_PORT(name, port, allowZero);
  }
  return port | 0;
}

const isPipeName = (text) => typeof text === 'string' && toPort(text) === false;
const toPort = (text) => Number(text) >= 0 ? Number(text) : false;

// The forms of connect() and listen(): (options), (port[, host]), (path), each with a callback behind.
function normalizeArguments(args) {
  let options = {};
  if (args.length > 0) {
    const [first] = args;
    if (typeof first === 'object' && first !== null) {
      options = first;
    } else if (isPipeName(first)) {
      options.path = first;
    } else {
      options.port = first;
      if (args.length > 1 && typeof args[1] === 'string') options.host = args[1];
    }
  }
  const callback = args[args.length - 1];
  return [options, typeof callback === 'function' ? callback : null];
}

// --- Sockets --------------------------------------------------------------------------------------------------------

Object.setPrototypeOf(Socket.prototype, Duplex.prototype);
Object.setPrototypeOf(Socket, Duplex);

// new Socket([{ allowHalfOpen, signal, noDelay, keepAlive, keepAliveInitialDelay, highWaterMark, onread }])
function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  for (const name of ['objectMode', 'readableObjectMode', 'writableObjectMode']) {
    if (options?.[name]) throw new ERR_INVALID_ARG_VALUE(`options.${name}`, options[name], 'is not supported');
  }
  if (typeof options === 'number') options = { fd: options };
  const { signal, fd, onread, ...rest } = options ?? {};
  const handle = fd === undefined ? options?.handle : handleOf(fd);
  Duplex.call(this, { ...rest, allowHalfOpen: Boolean(options?.allowHalfOpen), autoDestroy: true, emitClose: false,
                      decodeStrings: false });
  this.connecting = false;
  this._hadError = false;
  this._parent = null;
  this._host = null;
  this._server = null;
  this.server = null;
  this._bytesRead = 0;
  this._bytesWritten = 0;
  this._handle = null;
  this._timer = null;
  this._waiting = null; // { chunk, encoding } that is written when connected
  this._written = null; // the callback of the write that is under way
  this._peer = null;        // what peer() has found
  this._lastWritten = 0;    // _bytesWritten at the last time-out
  this._readableState.continuous = !onread;
  this._writableState.direct = direct;
  this._unreferenced = false;
  this._noDelay = Boolean(options?.noDelay);
  this._keepAlive = options?.keepAlive ? [true, keepAliveSeconds(options.keepAliveInitialDelay)] : null;
  this._onread = onread ?? null;
  this._stopped = false; // pause() with onread
  this._left = null;     // of a chunk that came before it
  this.timeout = 0;
  if (handle) {
    adopt(this, handle);
    this._applyOptions();
  }
  this.on('end', onSocketEnd);
  if (fd !== undefined && options.readable !== false && !options.manualStart) this.read(0);
  if (signal) addSignal(signal, this);
}

// A handle for a descriptor that somebody has opened, of a socket, a pipe or a terminal. It belongs to the handle now.
function handleOf(fd, listening) {
  validateInt32(fd, 'fd', 0);
  const handle = createHandle();
  const error = handle.open(fd, false, listening);
  if (error < 0) throw describedError(error, 'open');
  return handle;
}

// A reader that never writes does not keep the writing half open.
function onSocketEnd() {
  if (!this.allowHalfOpen) this._writableState.errorAfterEnd = endedByOther;
}

function endedByOther() {
  const error = new Error('This socket has been ended by the other party');
  error.code = 'EPIPE';
  return error;
}

function addSignal(signal, socket) {
  validateAbortSignal(signal, 'options.signal');
  const abort = () => socket.destroy(new AbortError(undefined, { cause: signal.reason }));
  if (signal.aborted) process.nextTick(abort);
  else {
    signal.addEventListener('abort', abort, { once: true });
    socket.once('close', () => signal.removeEventListener('abort', abort));
  }
}

function adopt(socket, handle) {
  socket._handle = handle;
  handle.own?.(socket, socket._onread ? onReadInto : onRead, undefined); // a program may give a thing of its own
  if (socket._unreferenced) handle.unref();
}

// What the handle tells: a Buffer, 0 for the end, or an error.
function onRead(chunk) {
  if (this._timer !== null) this._timer.refresh();
  if (typeof chunk === 'object') {
    this._bytesRead += chunk.length;
    if (!this.push(chunk)) this._handle?.readStop();
  } else {
    onReadEnd(this, chunk);
  }
}

// The same with the option onread.
function onReadInto(chunk) {
  active(this);
  if (typeof chunk === 'object') {
    this._bytesRead += chunk.length;
    deliverInto(this, this._onread, chunk);
  } else {
    if (chunk === 0 && !this.destroyed && !this.readableEnded) this.resume();
    onReadEnd(this, chunk);
  }
}

function onReadEnd(socket, result) {
  if (result === 0) {
    socket.push(null);
    socket.read(0);
  } else {
    socket.destroy(addressError(result, 'read'));
  }
}

// The option onread: { buffer, callback(length, buffer) }: chunks come in the given memory; false pauses.
function deliverInto(socket, { buffer, callback }, chunk) {
  for (let at = 0; at < chunk.length;) {
    if (socket._stopped) {
      socket._left = chunk.subarray(at);
      return;
    }
    const memory = typeof buffer === 'function' ? buffer() : buffer;
    const length = Math.min(memory.length, chunk.length - at);
    memory.set(chunk.subarray(at, at + length));
    at += length;
    if (callback.call(socket, length, memory) === false) stopInto(socket);
  }
}

function stopInto(socket) {
  socket._stopped = true;
  socket._handle?.readStop();
}

// Goes on: with what is left of the last chunk first.
function startInto(socket) {
  const left = socket._left;
  socket._left = null;
  if (left) deliverInto(socket, socket._onread, left);
  if (!socket._stopped) socket._handle?.readStart();
}

Socket.prototype._read = function(size) {
  if (this.connecting || !this._handle) {
    this.once('connect', () => this._read(size));
  } else {
    this._handle.readStart();
  }
};

Socket.prototype.read = function(n) {
  if (this._onread && !this.connecting && !this._stopped && this.isPaused() === false) this._handle?.readStart();
  return Duplex.prototype.read.call(this, n);
};

Socket.prototype.pause = function() {
  if (this._onread && !this.connecting && !this.destroyed) stopInto(this);
  return Duplex.prototype.pause.call(this);
};

Socket.prototype.resume = function() {
  if (this._onread && !this.connecting) {
    this._stopped = false;
    process.nextTick(startInto, this);
  }
  return Duplex.prototype.resume.call(this);
};

// When connected: calls work(); a socket that closes before fails the callback.
function whenConnected(socket, callback, work) {
  const onConnect = () => {
    socket.removeListener('close', onClose);
    work();
  };
  const onClose = () => callback(new ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
  socket.once('connect', onConnect);
  socket.once('close', onClose);
}

Socket.prototype._write = function(chunk, encoding, callback) {
  if (this.connecting) {
    this._waiting = { chunk, encoding };
    whenConnected(this, callback, () => {
      this._waiting = null;
      this._write(chunk, encoding, callback);
    });
    return;
  }
  if (typeof chunk === 'string') {
    if (encoding === 'buffer') throw new ERR_SECOND_NO_BUFFER();
    chunk = Buffer.from(chunk, encoding);
  }
  active(this);
  if (!this._handle) return callback(new ERR_SOCKET_CLOSED());
  this._bytesWritten += chunk.length;
  settle(this, this._handle.write(chunk, onWritten), callback);
};
const { _write } = Socket.prototype;

// The short way of streams (WritableState.direct).
const direct = {
  send(socket, chunk) {
    if (socket._handle === null || socket.connecting || socket._write !== _write) return undefined;
    if (socket._timer !== null) socket._timer.refresh();
    socket._bytesWritten += chunk.length;
    return socket._handle.write(chunk, onWritten);
  },
  settle,
};

// What the handle has answered to a write: done, under way, or an error.
function settle(socket, result, callback) {
  if (result === 0) callback(null);
  else if (result > 0) socket._written = callback;
  else callback(addressError(result, 'write'));
}

// The system has taken a chunk that it did not take at once.
function onWritten(error) {
  const callback = this._written;
  this._written = null;
  active(this);
  callback(error < 0 && !this.destroyed ? addressError(error, 'write') : null);
}

Socket.prototype._writev = function(chunks, callback) {
  const parts = chunks.map(({ chunk, encoding }) => typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
  this._write(Buffer.concat(parts), 'buffer', callback);
};

Socket.prototype._final = function(callback) {
  if (this.connecting) return whenConnected(this, callback, () => this._final(callback));
  if (!this._handle) return callback();
  const error = this._handle.shutdown();
  // The other end may be gone already: there is nothing left to end then.
  callback(error < 0 && error !== ENOTCONN ? addressError(error, 'shutdown') : null);
};
const ENOTCONN = -107;

Socket.prototype._destroy = function(error, callback) {
  this.connecting = false;
  clearTimer(this);
  const handle = this._handle;
  this._hadError = Boolean(error);
  const closed = () => this.emit('close', Boolean(error));
  if (handle) {
    this._handle = null;
    if (!handle.close(closed)) process.nextTick(closed);
    callback(error);
  } else {
    callback(error);
    process.nextTick(closed);
  }
  if (this._server) {
    const server = this._server;
    this._server = null;
    server._connections--;
    server._emitCloseIfDrained();
  }
};

// Ends both halves as soon as what was written is sent.
Socket.prototype.destroySoon = function() {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once('finish', this.destroy);
};

// resetAndDestroy(): closes with a reset instead of an end.
Socket.prototype.resetAndDestroy = function() {
  if (this.connecting) {
    this.once('connect', () => this.resetAndDestroy());
  } else if (this._handle) {
    this._handle.resetOnClose();
    this.destroy();
  } else {
    this.destroy(new ERR_SOCKET_CLOSED());
  }
  return this;
};

Socket.prototype.end = function(data, encoding, callback) {
  Duplex.prototype.end.call(this, data, encoding, callback);
  return this;
};

// --- Connecting

// connect(options[, callback]), connect(path[, callback]), connect(port[, host][, callback]). options: { port, host,
// localAddress, localPort, family, hints, lookup, path, noDelay, keepAlive, timeout, signal }.
Socket.prototype.connect = function(...args) {
  const [options, callback] = Array.isArray(args[0]) ? args[0] : normalizeArguments(args);
  if (options.port === undefined && options.path === undefined && options.path !== null) {
    throw new ERR_MISSING_ARGS(['options', 'port', 'path']);
  }
  this._writableState.errorAfterEnd = null;
  if (this.destroyed) this._undestroy();
  checkTries(options);
  if (this._handle === null) adopt(this, createHandle());
  this._bytesRead = this._bytesWritten = 0;
  if (callback !== null) this.once('connect', callback);
  if (options.noDelay) this._noDelay = true;
  if (options.keepAlive) this._keepAlive = [true, keepAliveSeconds(options.keepAliveInitialDelay)];
  if (options.timeout) this.setTimeout(options.timeout);
  active(this);
  this.connecting = true;
  if (options.path !== undefined && options.path !== null) {
    validateString(options.path, 'options.path');
    this._host = null;
    open(this, options.path, undefined, options);
  } else {
    connectByName(this, options);
  }
  return this;
};

function checkTries({ autoSelectFamily, autoSelectFamilyAttemptTimeout }) {
  if (autoSelectFamily !== undefined) validateBoolean(autoSelectFamily, 'options.autoSelectFamily');
  if (autoSelectFamilyAttemptTimeout !== undefined) {
    validateInt32(autoSelectFamilyAttemptTimeout, 'options.autoSelectFamilyAttemptTimeout', 1);
  }
}

function connectByName(socket, options) {
  const host = options.host ?? 'localhost';
  validateString(host, 'options.host');
  const port = options.port;
  if (port !== undefined && typeof port !== 'number' && typeof port !== 'string') {
    throw new ERR_INVALID_ARG_TYPE('options.port', ['number', 'string'], port);
  }
  const number = validPort(port, 'Port');
  if (options.localAddress && !isIP(options.localAddress)) throw new ERR_INVALID_IP_ADDRESS(options.localAddress);
  if (options.localPort) validateNumber(options.localPort, 'options.localPort');
  socket._host = host;
  if (isIP(host)) {
    process.nextTick(() => {
      if (socket.connecting) open(socket, host, number, options);
    });
    return;
  }
  if (options.lookup !== undefined) validateFunction(options.lookup, 'options.lookup');
  const lookup = options.lookup ?? require('dns').lookup;
  lookup(host, { family: options.family, hints: options.hints || 0, all: !options.lookup }, (error, address, kind) => {
    const list = Array.isArray(address) ? address : [{ address, family: kind }];
    for (const one of error ? [{}] : list) socket.emit('lookup', error ?? null, one.address, one.family, host);
    if (!socket.connecting) return;
    if (error) {
      process.nextTick(() => socket.destroy(error));
    } else if (!isIP(list[0].address)) {
      process.nextTick(() => socket.destroy(new ERR_INVALID_IP_ADDRESS(list[0].address)));
    } else if (list.some(({ family: kind }) => kind !== undefined && kind !== 4 && kind !== 6)) {
      const wrong = list.find(({ family: kind }) => kind !== 4 && kind !== 6);
      process.nextTick(() => socket.destroy(new ERR_INVALID_ADDRESS_FAMILY(wrong.family, host, number)));
    } else {
      tryEach(socket, list, number, options, []);
    }
  });
}

// The addresses of a name, one after the other until one answers.
function tryEach(socket, list, port, options, failures) {
  const [{ address }, ...others] = list;
  open(socket, address, port, options, others.length === 0 && failures.length === 0 ? undefined : (error) => {
    failures.push(error);
    if (others.length && socket.connecting) {
      socket._handle?.close();
      adopt(socket, createHandle());
      tryEach(socket, others, port, options, failures);
      return;
    }
    const all = new AggregateError(failures, '');
    all.code = failures[0].code;
    socket.destroy(failures.length === 1 ? failures[0] : all);
  });
}

// Connects to one address; fail(error) is called instead of destroying the socket.
function open(socket, address, port, options, fail = (error) => socket.destroy(error)) {
  const handle = socket._handle;
  const done = function(error) {
    if (!socket.connecting || socket._handle !== handle) return;
    if (error < 0) return fail(addressError(error, 'connect', address, port));
    connected(socket);
  };
  const { localAddress, localPort } = options;
  const bound = (localAddress || localPort) && port !== undefined
    ? handle.bind(localAddress || (isIPv6(address) ? '::' : '0.0.0.0'), localPort || 0) : 0;
  if (bound < 0) {
    process.nextTick(fail, addressError(bound, 'bind', localAddress, localPort));
    return;
  }
  const error = handle.connect(address, port, done);
  if (error < 0) process.nextTick(fail, addressError(error, 'connect', address, port));
}

function connected(socket) {
  socket.connecting = false;
  socket._applyOptions();
  active(socket);
  socket.emit('connect');
  socket.emit('ready');
  // A socket that nobody reads yet must still learn of the end.
  if (socket.readable && !socket.isPaused()) socket.read(0);
}

const keepAliveSeconds = (milliseconds = 0) => Math.max(0, ~~(milliseconds / 1000));

Socket.prototype._applyOptions = function() {
  if (this._noDelay) this._handle.setNoDelay?.(true);
  if (this._keepAlive) this._handle.setKeepAlive(...this._keepAlive);
};

// --- Options and facts

// setTimeout(ms[, callback]): 'timeout' is emitted when nothing was sent or received for so long; 0: never.
Socket.prototype.setTimeout = function(ms, callback) {
  if (this.destroyed) return this;
  validateNumber(ms, 'msecs');
  if (ms < 0 || !Number.isFinite(ms)) throw new ERR_OUT_OF_RANGE('msecs', 'a non-negative finite number', ms);
  if (ms > LONGEST_TIMEOUT) ms = LONGEST_TIMEOUT;
  this.timeout = ms;
  clearTimer(this);
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (ms === 0) {
    if (callback !== undefined) this.removeListener('timeout', callback);
  } else {
    this._timer = setTimeout(() => this._onTimeout(), ms);
    this._timer.unref();
    if (callback !== undefined) this.once('timeout', callback);
  }
  return this;
};

Socket.prototype._onTimeout = function() {
  // Bytes may be on their way out, which is activity too.
  if (this._handle && this._lastWritten !== this._bytesWritten && this.writableLength > 0) {
    this._lastWritten = this._bytesWritten;
    active(this);
    return;
  }
  this.emit('timeout');
};

const active = (socket) => {
  if (socket._timer !== null) socket._timer.refresh();
};
const clearTimer = (socket) => {
  if (socket._timer) clearTimeout(socket._timer);
  socket._timer = null;
};

Socket.prototype.setNoDelay = function(enable = true) {
  enable = Boolean(enable);
  if (enable === this._noDelay) return this;
  this._noDelay = enable;
  if (this._handle && !this.connecting) this._handle.setNoDelay?.(enable);
  return this;
};

// setKeepAlive([enable][, initialDelay ms])
Socket.prototype.setKeepAlive = function(enable = true, initialDelay = 0) {
  this._keepAlive = [Boolean(enable), keepAliveSeconds(initialDelay)];
  if (this._handle && !this.connecting) this._handle.setKeepAlive(...this._keepAlive);
  return this;
};

Socket.prototype.ref = function() {
  this._unreferenced = false;
  this._handle?.ref();
  return this;
};

Socket.prototype.unref = function() {
  this._unreferenced = true;
  this._handle?.unref();
  return this;
};

function addressOf(socket, which) {
  if (!socket._handle || socket.connecting) return {};
  const result = socket._handle[which]();
  return typeof result === 'number' ? {} : shown(result);
}
const shown = ({ address, family, port }) => family === 0 ? {} : { address, family: `IPv${family}`, port };

// address(): { address, family, port } of this end.
Socket.prototype.address = function() {
  return addressOf(this, 'localAddress');
};

const getter = (get) => ({ configurable: true, enumerable: true, get });
// What was asked of the other end while the socket was open is known afterwards.
function peer(socket) {
  const now = addressOf(socket, 'remoteAddress');
  if (now.address !== undefined) socket._peer = now;
  return socket._peer ?? now;
}
Object.defineProperties(Socket.prototype, {
  _connecting: getter(function() {
    return this.connecting;
  }),
  pending: getter(function() {
    return !this._handle || this.connecting;
  }),
  readyState: getter(function() {
    if (this.connecting) return 'opening';
    if (this.readable && this.writable) return 'open';
    if (this.readable && !this.writable) return 'readOnly';
    return !this.readable && this.writable ? 'writeOnly' : 'closed';
  }),
  bufferSize: getter(function() {
    return this._handle ? this.writableLength : undefined;
  }),
  bytesRead: getter(function() {
    return this._bytesRead;
  }),
  // Those that wait count too.
  bytesWritten: getter(function() {
    let bytes = this._bytesWritten;
    const waiting = this._waiting ? [this._waiting] : [];
    for (const { chunk, encoding } of waiting.concat(this.writableBuffer ?? [])) {
      bytes += typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.length;
    }
    return bytes;
  }),
  remoteAddress: getter(function() {
    return peer(this).address;
  }),
  remoteFamily: getter(function() {
    return peer(this).family;
  }),
  remotePort: getter(function() {
    return peer(this).port;
  }),
  localAddress: getter(function() {
    return addressOf(this, 'localAddress').address;
  }),
  localPort: getter(function() {
    return addressOf(this, 'localAddress').port;
  }),
  localFamily: getter(function() {
    return addressOf(this, 'localAddress').family;
  }),
});

// connect(...), createConnection(...): a new socket that connects. { timeout } is set, too.
function connect(...args) {
  const normalized = normalizeArguments(args);
  return new Socket(normalized[0]).connect(normalized);
}

// --- Servers --------------------------------------------------------------------------------------------------------

Object.setPrototypeOf(Server.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Server, EventEmitter);

// new Server([{ allowHalfOpen, pauseOnConnect, noDelay, keepAlive, keepAliveInitialDelay, highWaterMark }]
// [, connectionListener])
function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  EventEmitter.call(this);
  if (typeof options === 'function') {
    listener = options;
    options = {};
  } else if (options === undefined || options === null) {
    options = {};
  } else if (typeof options !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  if (typeof listener === 'function') this.on('connection', listener);
  this._connections = 0;
  this._handle = null;
  this._unreferenced = false;
  this._path = null;
  this.allowHalfOpen = options.allowHalfOpen || false;
  this.pauseOnConnect = Boolean(options.pauseOnConnect);
  this.noDelay = Boolean(options.noDelay);
  this.keepAlive = Boolean(options.keepAlive);
  this.keepAliveInitialDelay = options.keepAliveInitialDelay ?? 0;
  this.highWaterMark = options.highWaterMark;
}

// listen(options[, callback]), listen(path[, backlog][, callback]), listen([port[, host[, backlog]]][, callback]).
// options: { port, host, path, backlog, ipv6Only, signal, readableAll, writableAll }.
Server.prototype.listen = function(...args) {
  let [options, callback] = normalizeArguments(args);
  if (this._handle || this._starting) throw new ERR_SERVER_ALREADY_LISTEN();
  if (callback !== null) this.once('listening', callback);
  let backlog = args.length > 1 && typeof args[1] === 'number' ? args[1] : args.length > 2 ? toPort(args[2]) : false;
  if (args.length === 0 || typeof args[0] === 'function' ||
      (options.port === undefined && 'port' in options) || options.port === null) {
    options = { ...options, port: 0 };
  }
  if (options.backlog !== undefined) backlog = options.backlog;
  if (options.signal !== undefined) {
    validateAbortSignal(options.signal, 'options.signal');
    const close = () => this.close();
    if (options.signal.aborted) process.nextTick(close);
    else options.signal.addEventListener('abort', close, { once: true });
  }
  if (typeof options.port === 'number' || typeof options.port === 'string') {
    const port = validPort(options.port, 'options.port');
    this._connectionKey = `${!options.host || isIPv6(options.host) ? 6 : 4}:${options.host || '::'}:${port}`;
    if (!options.host) {
      start(this, '::', port, backlog, options, () => start(this, '0.0.0.0', port, backlog, options));
    } else if (isIP(options.host)) {
      start(this, options.host, port, backlog, options);
    } else {
      const starting = {}; // close() before the answer takes it away
      this._starting = starting;
      require('dns').lookup(options.host, (error, address) => {
        if (this._starting !== starting) return;
        this._starting = null;
        if (error) this.emit('error', error);
        else start(this, address, port, backlog, options);
      });
    }
    return this;
  }
  if (typeof options.fd === 'number' && options.fd >= 0) {
    let handle;
    try {
      handle = handleOf(options.fd, true);
    } catch (error) {
      error.message = error.message.replace('open', 'listen');
      process.nextTick(() => this.emit('error', error));
      return this;
    }
    begin(this, handle, null);
    return this;
  }
  if (typeof options.path === 'string') {
    if (!isPipeName(options.path)) throw new ERR_INVALID_ARG_VALUE('options', options, 'is invalid');
    start(this, options.path, undefined, backlog, options);
    return this;
  }
  if (!('port' in options || 'path' in options)) {
    throw new ERR_INVALID_ARG_VALUE('options', options, 'must have the property "port" or "path"');
  }
  throw new ERR_INVALID_ARG_VALUE('options', options);
};

function start(server, address, port, backlog, options, otherwise) {
  const handle = createHandle();
  const error = handle.listen(address, port, backlog || 511, Boolean(options.ipv6Only));
  if (error < 0) {
    if (otherwise && error !== EADDRINUSE && error !== EACCES) return otherwise();
    const failure = describedError(error, 'listen', address, port);
    process.nextTick(() => server.emit('error', failure));
    return;
  }
  if (port === undefined && (options.readableAll || options.writableAll)) {
    const { chmodSync, statSync } = require('fs');
    chmodSync(address, statSync(address).mode | (options.readableAll ? 0o444 : 0) | (options.writableAll ? 0o222 : 0));
  }
  begin(server, handle, port === undefined ? address : null);
}

// The server has a handle that listens.
function begin(server, handle, path) {
  server._handle = handle;
  server._path = path;
  handle.own(server, undefined, onAccept);
  if (server._unreferenced) handle.unref();
  handle.accept();
  process.nextTick(() => {
    if (server._handle) server.emit('listening');
  });
}
const EADDRINUSE = -98;
const EACCES = -13;
const EMFILE = -24;
const ENFILE = -23;

// What the handle of a server tells: a handle, or an error.
function onAccept(handle) {
  if (typeof handle === 'number') {
    const error = describedError(handle, 'accept');
    if (handle === EMFILE || handle === ENFILE) {
      // The connection waits until a descriptor is free.
      const again = setTimeout(() => this._handle?.accept(), 10);
      if (this._unreferenced) again.unref();
    }
    if (this.listenerCount('error') > 0) this.emit('error', error);
    return;
  }
  if (this.maxConnections !== undefined && this._connections >= this.maxConnections) {
    const local = handle.localAddress();
    const remote = handle.remoteAddress();
    handle.close();
    this.emit('drop', typeof local === 'number' || local.family === 0 ? undefined : {
      localAddress: local.address, localPort: local.port, localFamily: `IPv${local.family}`,
      remoteAddress: remote.address, remotePort: remote.port, remoteFamily: `IPv${remote.family}`,
    });
    return;
  }
  const socket = new Socket({
    handle,
    allowHalfOpen: this.allowHalfOpen,
    noDelay: this.noDelay,
    keepAlive: this.keepAlive,
    keepAliveInitialDelay: this.keepAliveInitialDelay,
    highWaterMark: this.highWaterMark,
  });
  this._connections++;
  socket.server = this;
  socket._server = this;
  if (this.pauseOnConnect) socket.pause(); // listeners of 'data' do not start it then
  this.emit('connection', socket);
  if (!socket.destroyed && !socket.isPaused()) socket.read(0);
}

// A listener of 'connection' whose promise is rejected ends its socket.
Server.prototype[EventEmitter.captureRejectionSymbol] = function(error, event, socket) {
  if (event === 'connection') socket.destroy(error);
  else this.emit('error', error);
};

// close([callback]): no new connections; 'close' comes when the last one has ended.
Server.prototype.close = function(callback) {
  if (typeof callback === 'function') {
    if (this._handle) this.once('close', callback);
    else this.once('close', () => callback(new ERR_SERVER_NOT_RUNNING()));
  }
  this._starting = null;
  if (this._handle) {
    this._handle.close();
    this._handle = null;
    if (this._path && !this._path.startsWith('\0')) {
      try {
        require('fs').unlinkSync(this._path);
      } catch {
        // somebody has removed it
      }
    }
  }
  this._emitCloseIfDrained();
  return this;
};

Server.prototype._emitCloseIfDrained = function() {
  if (this._handle || this._connections) return;
  process.nextTick(() => this.emit('close'));
};

Server.prototype[Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')] = function() {
  if (!this._handle) return Promise.resolve();
  return new Promise((resolve, reject) => this.close((error) => error ? reject(error) : resolve()));
};

// address(): { address, family, port }, or the path; null when not listening.
Server.prototype.address = function() {
  if (this._path !== null && this._handle) return this._path;
  const result = this._handle?.localAddress();
  return result === undefined || typeof result === 'number' ? null : shown(result);
};

// getConnections(callback(error, count))
Server.prototype.getConnections = function(callback) {
  process.nextTick(callback, null, this._connections);
  return this;
};

Server.prototype.ref = function() {
  this._unreferenced = false;
  this._handle?.ref();
  return this;
};

Server.prototype.unref = function() {
  this._unreferenced = true;
  this._handle?.unref();
  return this;
};

Object.defineProperty(Server.prototype, 'listening', getter(function() {
  return Boolean(this._handle);
}));

// createServer([options][, connectionListener])
const createServer = (options, listener) => new Server(options, listener);

// Addresses of a name are tried in turn always; these keep what was said.
let autoSelectFamily = true;
let autoSelectFamilyAttemptTimeout = 250;

module.exports = {
  Server,
  Socket,
  Stream: Socket,
  connect,
  createConnection: connect,
  createServer,
  isIP,
  isIPv4,
  isIPv6,
  getDefaultAutoSelectFamily: () => autoSelectFamily,
  setDefaultAutoSelectFamily(value) {
    validateBoolean(value, 'value');
    autoSelectFamily = value;
  },
  getDefaultAutoSelectFamilyAttemptTimeout: () => autoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout(value) {
    validateInt32(value, 'value', 1);
    autoSelectFamilyAttemptTimeout = Math.max(value, 10);
  },
  _normalizeArgs: normalizeArguments,
};
