'use strict';
// Standard input as a stream: of a file, or a socket on a descriptor that other processes share. It keeps the program
// alive only while somebody reads it.

const { Socket } = require('net');
const { checkDescriptor } = require('internal/stdio');
const { addressError } = require('internal/system_error');
const { isTerminal, setRaw } = native('process');
const { createHandle } = native('net');

// A socket that reads descriptor `fd`.
class InputSocket extends Socket {
  constructor(fd, options) {
    const handle = createHandle();
    const error = handle.open(fd, true);
    if (error < 0) throw addressError(error, 'open');
    super({ ...options, handle, readable: true, writable: false });
    this.fd = fd;
    this.on('pause', () => process.nextTick(stopReading, this));
  }
}

// After pause() nothing is asked for, until _read is called again.
function stopReading(stream) {
  if (!stream._handle || stream.readableFlowing !== false) return;
  stream._handle.readStop();
  stream._readableState.reading = false;
}

// tty.ReadStream. new ReadStream(fd[, options])
class ReadStream extends InputSocket {
  constructor(fd, options) {
    checkDescriptor(fd);
    super(fd, { highWaterMark: 0, ...options });
    this.isRaw = false;
    this.isTTY = true;
  }

  // setRawMode(on): whether every key is input at once, without echo, and Ctrl+C is a key.
  setRawMode(on) {
    on = Boolean(on);
    const error = setRaw(this.fd, on);
    if (error < 0) this.emit('error', addressError(error, 'setRawMode'));
    else this.isRaw = on;
    return this;
  }
}

// The stream for a descriptor that is open already.
function open(fd) {
  if (isTerminal(fd)) return new ReadStream(fd);
  const fs = require('fs');
  const stats = fs.fstatSync(fd);
  if (stats.isFIFO() || stats.isSocket()) return new InputSocket(fd);
  return new fs.ReadStream(null, { fd, autoClose: false });
}

module.exports = { ReadStream, open };
