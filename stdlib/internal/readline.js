'use strict';
// Lines of a stream (Node documentation, "Readline"): what readline and readline/promises share.
//
// Interface splits what an input gives into lines. At a terminal (an output with isTTY, or the option `terminal`) it
// puts the input into raw mode and edits the line itself, by keys of internal/keypress.

const EventEmitter = require('events');
const { StringDecoder } = require('string_decoder');
const { AbortError, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, define } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateNumber, validateUint32 } = require('internal/validate');

const ERR_USE_AFTER_CLOSE = define('ERR_USE_AFTER_CLOSE', Error, (name) => `${name} was closed`);

const END_OF_LINE = /\r\n|[\n\r\u2028\u2029]/;
const UNUSUAL_END = /[\r\u2028\u2029]/;
const LEAST_CR_DELAY = 100; // ms in which a \n after a \r belongs to it

const kAsk = Symbol('kAsk');
const kCancel = Symbol('kCancel');

class Interface extends EventEmitter {
  #decoder = new StringDecoder('utf8');
  #sawReturn = 0; // time of a \r that ended a line at the end of a chunk
  #partial = '';
  #prompt = '> ';
  #question = null;
  #crlfDelay;
  #historyIndex = -1;
  #unlisten = [];
  #lines = null; // what the asynchronous iterator gives

  // new Interface(input[, output[, completer[, terminal]]]) or new Interface({ input, output, completer, terminal,
  // prompt = '> ', crlfDelay = 100, history, historySize = 30, removeHistoryDuplicates, signal, escapeCodeTimeout,
  // tabSize })
  constructor(input, output, completer, terminal) {
    super();
    let options = { input, output, completer, terminal };
    if (input?.input !== undefined) options = input;
    const { crlfDelay, history = [], historySize = 30, signal } = options;
    if (options.completer !== undefined && options.completer !== null && typeof options.completer !== 'function') {
      throw new ERR_INVALID_ARG_VALUE('completer', options.completer);
    }
    if (!Array.isArray(history)) throw new ERR_INVALID_ARG_TYPE('history', 'Array', history);
    validateNumber(historySize, 'historySize', 0);
    if (options.tabSize !== undefined) validateUint32(options.tabSize, 'tabSize', true);
    if (signal) validateAbortSignal(signal, 'options.signal');
    if (typeof options.input?.on !== 'function') throw new ERR_INVALID_ARG_TYPE('input', 'Stream', options.input);
    this.input = options.input;
    this.output = options.output;
    this.completer = options.completer ?? undefined;
    this.terminal = Boolean(options.terminal ?? this.output?.isTTY);
    this.line = '';
    this.cursor = 0;
    this.closed = false;
    this.paused = false;
    this.history = history;
    this.historySize = historySize;
    this.removeHistoryDuplicates = Boolean(options.removeHistoryDuplicates);
    this.#crlfDelay = crlfDelay ? Math.max(LEAST_CR_DELAY, crlfDelay) : LEAST_CR_DELAY;
    if (options.prompt !== undefined) this.#prompt = `${options.prompt}`;

    this.#listen(this.input, 'error', (error) => this.emit('error', error));
    if (this.terminal) {
      require('internal/keypress').emitKeypressEvents(this.input);
      this.#listen(this.input, 'keypress', (text, key) => this.#onKey(text, key));
      this.#listen(this.input, 'end', () => this.#onEnd());
      this.#setRaw(true);
    } else {
      this.#listen(this.input, 'data', (chunk) => this.#onText(this.#decoder.write(asBytes(chunk))));
      this.#listen(this.input, 'end', () => {
        this.#onText(this.#decoder.end());
        this.#onEnd();
      });
    }
    if (signal) {
      const abort = () => this.close();
      if (signal.aborted) process.nextTick(abort);
      else {
        signal.addEventListener('abort', abort, { once: true });
        this.#unlisten.push(() => signal.removeEventListener('abort', abort));
      }
    }
    this.input.resume();
  }

  #listen(emitter, event, listener) {
    emitter.on(event, listener);
    this.#unlisten.push(() => emitter.removeListener(event, listener));
  }

  #setRaw(on) {
    if (typeof this.input.setRawMode === 'function') this.input.setRawMode(on);
  }

  // The width of the output in columns.
  get columns() {
    return this.output?.columns || Infinity;
  }

  getPrompt() {
    return this.#prompt;
  }

  setPrompt(prompt) {
    this.#prompt = `${prompt}`;
  }

  // prompt([preserveCursor]): shows the prompt, and what of the line there is.
  prompt(preserveCursor) {
    if (this.paused) this.resume();
    if (this.terminal) {
      if (!preserveCursor) this.cursor = 0;
      this.#show();
    } else {
      this.#out(this.#prompt);
    }
  }

  // question(query[, { signal }], callback(answer))
  question(query, options, callback) {
    if (typeof options === 'function') [options, callback] = [undefined, options];
    const signal = options?.signal;
    if (signal) {
      validateAbortSignal(signal, 'options.signal');
      if (signal.aborted) return;
    }
    if (typeof callback !== 'function') return;
    if (signal) {
      const cancel = () => this[kCancel]();
      const answered = callback;
      signal.addEventListener('abort', cancel, { once: true });
      callback = (answer) => {
        signal.removeEventListener('abort', cancel);
        answered(answer);
      };
    }
    this[kAsk](query, callback);
  }

  [kAsk](query, callback) {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    if (this.#question) {
      this.prompt();
      return;
    }
    this.#question = { callback, prompt: this.#prompt };
    this.setPrompt(query);
    this.prompt();
  }

  // Ends the question that waits.
  [kCancel]() {
    const question = this.#question;
    if (!question) return;
    this.#question = null;
    this.setPrompt(question.prompt);
    this.#out('\n');
  }

  pause() {
    if (this.paused || this.closed) return this;
    this.input.pause();
    this.paused = true;
    this.emit('pause');
    return this;
  }

  resume() {
    if (!this.paused || this.closed) return this;
    this.input.resume();
    this.paused = false;
    this.emit('resume');
    return this;
  }

  // write(data[, key { ctrl, meta, shift, name }]): as if it had been typed.
  write(data, key) {
    if (this.closed) throw new ERR_USE_AFTER_CLOSE('readline');
    if (this.paused) this.resume();
    if (this.terminal) {
      if (key) this.#onKey(data, key);
      else for (const one of require('internal/keypress').keysOf(`${data}`)) this.#onKey(one.text, one.key);
    } else {
      this.#onText(typeof data === 'string' ? data : `${data ?? ''}`);
    }
  }

  close() {
    if (this.closed) return;
    this.pause();
    if (this.terminal) this.#setRaw(false);
    for (const unlisten of this.#unlisten.splice(0)) unlisten();
    this.closed = true;
    this.emit('close');
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.close();
  }

  // The lines from now on: one iterator for all who ask.
  [Symbol.asyncIterator]() {
    if (this.#lines) return this.#lines;
    this.#lines = new LineIterator(this);
    return this.#lines;
  }

  // getCursorPos(): { rows, cols } of the cursor, from the begin of the prompt.
  getCursorPos() {
    const length = (this.#prompt + this.line.slice(0, this.cursor)).length;
    const { columns } = this;
    return columns === Infinity ? { rows: 0, cols: length }
      : { rows: Math.floor(length / columns), cols: length % columns };
  }

  // --- Lines

  #onText(text) {
    if (text === '') return;
    if (this.#sawReturn) {
      const late = Date.now() - this.#sawReturn > this.#crlfDelay;
      if (text[0] === '\n' && !late) text = text.slice(1);
      this.#sawReturn = 0;
    }
    if (text.endsWith('\r')) this.#sawReturn = Date.now();
    const lines = UNUSUAL_END.test(text) ? text.split(END_OF_LINE) : text.split('\n');
    lines[0] = this.#partial + lines[0];
    this.#partial = lines.pop();
    for (const line of lines) this.#onLine(line);
  }

  #onLine(line) {
    const question = this.#question;
    if (question) {
      this.#question = null;
      this.setPrompt(question.prompt);
      question.callback(line);
    } else {
      this.emit('line', line);
    }
  }

  #onEnd() {
    const rest = this.terminal ? this.line : this.#partial;
    this.#partial = '';
    if (rest !== '') {
      this.line = '';
      this.#onLine(rest);
    }
    this.close();
  }

  // --- Editing at a terminal

  #out(text) {
    this.output?.write(text);
  }

  // Shows prompt and line anew, with the cursor where it belongs.
  #show() {
    const behind = this.line.length - this.cursor;
    this.#out(`\r\x1b[0J${this.#prompt}${this.line}${behind > 0 ? `\x1b[${behind}D` : ''}`);
  }

  #replace(line, cursor) {
    this.line = line;
    this.cursor = cursor;
    this.#show();
  }

  #enter() {
    const { line } = this;
    this.#out('\r\n');
    this.line = '';
    this.cursor = 0;
    this.#historyIndex = -1;
    if (line.trim() !== '' && this.history[0] !== line && this.historySize > 0) {
      if (this.removeHistoryDuplicates) this.history = this.history.filter((one) => one !== line);
      this.history.unshift(line);
      if (this.history.length > this.historySize) this.history.pop();
      this.emit('history', this.history);
    }
    this.#onLine(line);
  }

  #recall(step) {
    const index = this.#historyIndex + step;
    if (index < -1 || index >= this.history.length) return;
    this.#historyIndex = index;
    const line = index === -1 ? '' : this.history[index];
    this.#replace(line, line.length);
  }

  #complete() {
    const { completer } = this;
    if (!completer) return;
    const show = (error, result) => {
      if (error || !result) return;
      const [hits, part] = result;
      if (!hits?.length) return;
      let common = hits[0];
      for (const hit of hits) while (!hit.startsWith(common)) common = common.slice(0, -1);
      if (common.length > part.length) this.#insert(common.slice(part.length));
      else if (hits.length > 1) {
        this.#out(`\r\n${hits.join('  ')}\r\n`);
        this.#show();
      }
    };
    const before = this.line.slice(0, this.cursor);
    if (completer.length === 2) completer(before, show);
    else Promise.resolve(completer(before)).then((result) => show(null, result), show);
  }

  #insert(text) {
    const { line, cursor } = this;
    this.line = line.slice(0, cursor) + text + line.slice(cursor);
    this.cursor = cursor + text.length;
    if (this.cursor === this.line.length) this.#out(text);
    else this.#show();
  }

  #onKey(text, key = {}) {
    if (this.closed) return;
    const { line, cursor } = this;
    const before = line.slice(0, cursor);
    const after = line.slice(cursor);
    const last = [...before].at(-1)?.length ?? 0; // code units of the character at the left
    const next = [...after][0]?.length ?? 0;
    switch (key.ctrl ? `ctrl ${key.name}` : key.meta ? `meta ${key.name}` : key.name) {
      case 'ctrl c':
        if (this.listenerCount('SIGINT') > 0) this.emit('SIGINT');
        else this.close();
        return;
      case 'ctrl d':
        if (line === '') this.close();
        else this.#replace(before + after.slice(next), cursor);
        return;
      case 'return':
        this.#sawReturn = Date.now();
        return this.#enter();
      case 'enter': // \n: not after \r
        if (!this.#sawReturn || Date.now() - this.#sawReturn > this.#crlfDelay) this.#enter();
        this.#sawReturn = 0;
        return;
      case 'backspace':
      case 'ctrl h':
        return this.#replace(before.slice(0, before.length - last) + after, cursor - last);
      case 'delete':
        return this.#replace(before + after.slice(next), cursor);
      case 'ctrl u':
        return this.#replace(after, 0);
      case 'ctrl k':
        return this.#replace(before, cursor);
      case 'ctrl w': {
        const kept = before.replace(/\S+\s*$/, '');
        return this.#replace(kept + after, kept.length);
      }
      case 'ctrl a':
      case 'home':
        return this.#replace(line, 0);
      case 'ctrl e':
      case 'end':
        return this.#replace(line, line.length);
      case 'left':
      case 'ctrl b':
        return this.#replace(line, cursor - last);
      case 'right':
      case 'ctrl f':
        return this.#replace(line, cursor + next);
      case 'up':
      case 'ctrl p':
        return this.#recall(1);
      case 'down':
      case 'ctrl n':
        return this.#recall(-1);
      case 'ctrl l':
        this.#out('\x1b[1;1H\x1b[0J');
        return this.#show();
      case 'tab':
        if (this.completer) return this.#complete();
        break;
      default:
    }
    if (typeof text === 'string' && text && !key.ctrl && !key.meta && text[0] !== '\x1b') this.#insert(text);
  }
}

// The lines of an interface one by one. The interface is paused while many wait, and closed when the iteration ends
// early.
const MOST_WAITING = 1024;

class LineIterator {
  #interface;
  #waiting = [];
  #taken = 0;     // of those that wait
  #asking = [];   // { resolve, reject } of next() calls
  #paused = false; // by us
  #ended = false;
  #error = null;

  constructor(lines) {
    this.#interface = lines;
    this.#ended = lines.closed;
    lines.on('line', (line) => this.#add(line));
    lines.on('error', (error) => this.#end(error));
    lines.on('close', () => this.#end(null));
  }

  #add(line) {
    if (this.#asking.length > 0) {
      this.#asking.shift().resolve({ value: line, done: false });
    } else if (this.#waiting.push(line) - this.#taken > MOST_WAITING) {
      this.#paused = true;
      this.#interface.pause();
    }
  }

  #end(error) {
    if (this.#ended) return;
    this.#ended = true;
    const asking = this.#asking.splice(0);
    if (error && asking.length > 0) asking.shift().reject(error);
    else this.#error = error;
    for (const { resolve } of asking) resolve({ value: undefined, done: true });
    if (error) this.#interface.close();
  }

  next() {
    if (this.#taken < this.#waiting.length) {
      const value = this.#waiting[this.#taken++];
      if (this.#taken === this.#waiting.length) {
        this.#waiting = [];
        this.#taken = 0;
        if (this.#paused) this.#interface.resume();
        this.#paused = false;
      }
      return Promise.resolve({ value, done: false });
    }
    if (this.#error) {
      const error = this.#error;
      this.#error = null;
      return Promise.reject(error);
    }
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve, reject) => this.#asking.push({ resolve, reject }));
  }

  return(value) {
    this.#waiting = [];
    this.#taken = 0;
    this.#end(null);
    this.#interface.close();
    return Promise.resolve({ value, done: true });
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}

const asBytes = (chunk) => typeof chunk === 'string' ? require('buffer').Buffer.from(chunk) : chunk;

// --- Sequences for terminals ---------------------------------------------------------------------------------------

// Each writes to a stream, if there is one; whether it may go on, as write() says.
function put(stream, text, callback) {
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (stream === null || stream === undefined || text === '') {
    if (typeof callback === 'function') process.nextTick(callback, null);
    return true;
  }
  return stream.write(text, callback);
}

const sequences = {
  clearLine: (dir) => dir < 0 ? '\x1b[1K' : dir > 0 ? '\x1b[0K' : '\x1b[2K',
  clearScreenDown: () => '\x1b[0J',
  cursorTo(x, y) {
    for (const [name, value] of [['x', x], ['y', y]]) {
      if (Number.isNaN(value)) throw new ERR_INVALID_ARG_VALUE(name, value);
    }
    if (typeof x !== 'number' && typeof y !== 'number') return '';
    if (typeof x !== 'number') throw new ERR_INVALID_CURSOR_POS();
    return typeof y === 'number' ? `\x1b[${y + 1};${x + 1}H` : `\x1b[${x + 1}G`;
  },
  moveCursor: (dx, dy) => (dx < 0 ? `\x1b[${-dx}D` : dx > 0 ? `\x1b[${dx}C` : '') +
    (dy < 0 ? `\x1b[${-dy}A` : dy > 0 ? `\x1b[${dy}B` : ''),
};
const ERR_INVALID_CURSOR_POS = define('ERR_INVALID_CURSOR_POS', TypeError,
  'Cannot set cursor row without setting its column');

module.exports = { AbortError, Interface, kAsk, kCancel, put, sequences };
