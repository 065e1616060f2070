'use strict';
// Keys of what a terminal sends: characters, control characters, and escape sequences.

const { StringDecoder } = require('string_decoder');

const ESCAPE = '\x1b';
const letters = {
  A: 'up', B: 'down', C: 'right', D: 'left', E: 'clear', F: 'end', H: 'home', P: 'f1', Q: 'f2', R: 'f3', S: 'f4',
  Z: 'tab',
};
const numbers = {
  1: 'home', 2: 'insert', 3: 'delete', 4: 'end', 5: 'pageup', 6: 'pagedown', 7: 'home', 8: 'end', 11: 'f1', 12: 'f2',
  13: 'f3', 14: 'f4', 15: 'f5', 17: 'f6', 18: 'f7', 19: 'f8', 20: 'f9', 21: 'f10', 23: 'f11', 24: 'f12',
};
const controls = { '\r': 'return', '\n': 'enter', '\t': 'tab', '\b': 'backspace', '\x7f': 'backspace', ' ': 'space',
                   [ESCAPE]: 'escape' };

// One escape sequence at the beginning of the text: \x1b[1;5A, \x1b[3~, \x1bOP, \x1bx.
const sequence = /^\x1b\x1b?(?:\[\[?(\d*)(?:;(\d+))?([A-Za-z~^$])|O(\d*)([A-Za-z])|([^[O]))/;

function keyOf(text) {
  const key = { sequence: text, name: undefined, ctrl: false, meta: false, shift: false };
  const match = text.length > 1 && text[0] === ESCAPE ? sequence.exec(text) : null;
  if (match) {
    const [, number, modifier, final, , applicationLetter, other] = match;
    if (other !== undefined) return Object.assign(keyOf(other), { sequence: text, meta: true });
    const bits = (Number(modifier) || 1) - 1;
    key.shift = (bits & 1) !== 0 || final === 'Z';
    key.meta = (bits & 2) !== 0;
    key.ctrl = (bits & 4) !== 0;
    key.code = text.slice(1);
    key.name = final === '~' ? numbers[number] : letters[final ?? applicationLetter];
  } else if (Object.hasOwn(controls, text)) {
    key.name = controls[text];
  } else if (text.length === 1 && text <= '\x1a') {
    key.name = String.fromCharCode(text.charCodeAt(0) + 96);
    key.ctrl = true;
  } else if (/^[0-9]$/.test(text)) {
    key.name = 'number';
  } else if (/^[A-Za-z]$/.test(text)) {
    key.name = text.toLowerCase();
    key.shift = /[A-Z]/.test(text);
  }
  return key;
}

// keysOf(text): [{ text, key }]; `text` is undefined where a key gives none.
function keysOf(input) {
  const keys = [];
  while (input.length) {
    const match = input[0] === ESCAPE ? sequence.exec(input) : null;
    const part = match ? match[0] : String.fromCodePoint(input.codePointAt(0));
    input = input.slice(part.length);
    keys.push({ text: match ? undefined : part, key: keyOf(part) });
  }
  return keys;
}

const kDecoder = Symbol('keypress decoder');

// emitKeypressEvents(stream): 'keypress' events (text, { sequence, name, ctrl, meta, shift }) from the first
// listener on.
function emitKeypressEvents(stream) {
  if (stream[kDecoder]) return;
  stream[kDecoder] = new StringDecoder('utf8');
  const onData = (chunk) => {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', onData);
      stream.on('newListener', onNew);
      return;
    }
    const text = typeof chunk === 'string' ? chunk : stream[kDecoder].write(chunk);
    for (const { text: given, key } of keysOf(text)) stream.emit('keypress', given, key);
  };
  const onNew = (event) => {
    if (event !== 'keypress') return;
    stream.on('data', onData);
    stream.removeListener('newListener', onNew);
  };
  if (stream.listenerCount('keypress') > 0) stream.on('data', onData);
  else stream.on('newListener', onNew);
}

module.exports = { emitKeypressEvents, keysOf };
