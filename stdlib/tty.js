'use strict';
// tty: terminals (Node documentation, "TTY").

const { OutputStream, checkDescriptor } = require('internal/stdio');
const { validateInteger } = require('internal/validate');
const { isTerminal, windowSize } = native('process');

// isatty(fd): whether a descriptor is a terminal. Anything else that is given: false.
function isatty(fd) {
  return Number.isInteger(fd) && fd >= 0 && fd <= 2147483647 && isTerminal(fd);
}

// Colours that a terminal of this name has, as bits.
function depthOfTerm(term) {
  if (/truecolor|24bit|direct|kitty|ghostty/.test(term)) return 24;
  if (/256/.test(term)) return 8;
  return /^(?:xterm|screen|tmux|rxvt|linux|vt100|vt220|cygwin|konsole|putty|eterm|ansi)|color/i.test(term) ? 4 : 1;
}

// new WriteStream(fd)
class WriteStream extends OutputStream {
  constructor(fd) {
    super(checkDescriptor(fd));
    const size = windowSize(fd);
    if (size) [this.columns, this.rows] = size;
  }

  // getWindowSize(): [columns, rows].
  getWindowSize() {
    return [this.columns, this.rows];
  }

  // getColorDepth([env]): 1, 4, 8 or 24 bits, as the environment says.
  getColorDepth(env = process.env) {
    if (env.FORCE_COLOR !== undefined) {
      switch (env.FORCE_COLOR) {
        case '':
        case '1':
        case 'true':
          return 4;
        case '2':
          return 8;
        case '3':
          return 24;
        default:
          return 1;
      }
    }
    if (env.NODE_DISABLE_COLORS || env.NO_COLOR || env.TERM === 'dumb') return 1;
    if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return 24;
    if (env.TMUX) return 24;
    if (env.GITHUB_ACTIONS || env.GITEA_ACTIONS || env.CIRCLECI) return 24;
    if (env.CI) return env.TRAVIS || env.APPVEYOR || env.GITLAB_CI || env.BUILDKITE || env.DRONE ? 8 : 1;
    const depth = depthOfTerm(env.TERM ?? '');
    return depth === 1 && env.COLORTERM ? 4 : depth;
  }

  // hasColors([count = 16][, env])
  hasColors(count, env) {
    if (env === undefined && (count === undefined || (typeof count === 'object' && count !== null))) {
      [count, env] = [16, count];
    } else {
      validateInteger(count, 'count', 2);
    }
    return count <= 2 ** this.getColorDepth(env);
  }

  // cursorTo(x[, y][, callback]): columns and rows from 0.
  cursorTo(x, y, callback) {
    if (typeof y === 'function') [y, callback] = [undefined, y];
    return this.write(typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${x + 1}G`, callback);
  }

  // moveCursor(dx, dy[, callback])
  moveCursor(dx, dy, callback) {
    const across = dx < 0 ? `\x1b[${-dx}D` : dx > 0 ? `\x1b[${dx}C` : '';
    const down = dy < 0 ? `\x1b[${-dy}A` : dy > 0 ? `\x1b[${dy}B` : '';
    return this.write(across + down, callback);
  }

  // clearLine(dir[, callback]): -1 to the left of the cursor, 1 to the right, 0 the whole line.
  clearLine(dir, callback) {
    return this.write(dir < 0 ? '\x1b[1K' : dir > 0 ? '\x1b[0K' : '\x1b[2K', callback);
  }

  clearScreenDown(callback) {
    return this.write('\x1b[0J', callback);
  }
}

Object.defineProperty(WriteStream.prototype, 'isTTY', {
  value: true,
  writable: true,
  enumerable: true,
  configurable: true,
});

module.exports = {
  isatty,
  // new ReadStream(fd[, options])
  get ReadStream() {
    return require('internal/stdin').ReadStream;
  },
  WriteStream,
};
