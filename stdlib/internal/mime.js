'use strict';
// util.MIMEType and util.MIMEParams (https://mimesniff.spec.whatwg.org/#parsing-a-mime-type; Node documentation, "util").

const { define } = require('internal/errors');

const ERR_INVALID_MIME_SYNTAX = define('ERR_INVALID_MIME_SYNTAX', TypeError, (what, text, index) =>
  `The MIME syntax for a ${what} in ${JSON.stringify(text).replace(/\\n/g, '\n')} is invalid${index < 0 ? '' : ` at ${index}`}`);

const NOT_TOKEN = /[^!#$%&'*+\-.^_`|~A-Za-z0-9]/;
const NOT_VALUE = /[^\t\u0020-\u007e\u0080-\u00ff]/;

const trimmed = (text) => text.replace(/^[\r\n\t ]+|[\r\n\t ]+$/g, '');
const trimmedEnd = (text) => text.replace(/[\r\n\t ]+$/, '');

// A token of the HTTP grammar; throws ERR_INVALID_MIME_SYNTAX with the place of the first wrong character.
function checkedToken(token, what, text = token) {
  const index = token.search(NOT_TOKEN);
  if (token === '' || index >= 0) throw new ERR_INVALID_MIME_SYNTAX(what, text, index);
  return token;
}

function quoted(value) {
  return value === '' || NOT_TOKEN.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
}

// A quoted string at the start of `text`: [value, rest behind it].
function takeQuoted(text) {
  let value = '';
  let i = 1;
  for (; i < text.length && text[i] !== '"'; i++) {
    if (text[i] === '\\' && i + 1 < text.length) i++;
    value += text[i];
  }
  return [value, text.slice(i + 1)];
}

// The parameters of a MIME type: like a Map of strings, in the order of their appearance. Names are lower case.
class MIMEParams {
  #entries = new Map();

  // Adds what the text "a=b; c="d"" has; the first parameter of a name counts, wrong ones are left out.
  static parse(text) {
    const params = new MIMEParams();
    let rest = text;
    while (rest) {
      rest = rest.replace(/^[;\r\n\t ]+/, '');
      const end = rest.search(/[;=]/);
      const name = rest.slice(0, end < 0 ? undefined : end).toLowerCase();
      rest = end < 0 ? '' : rest.slice(end);
      if (rest[0] !== '=') continue;
      let value;
      if (rest[1] === '"') {
        [value, rest] = takeQuoted(rest.slice(1));
      } else {
        const stop = rest.indexOf(';');
        value = trimmedEnd(rest.slice(1, stop < 0 ? undefined : stop));
        rest = stop < 0 ? '' : rest.slice(stop);
        if (value === '') continue;
      }
      const stop = rest.indexOf(';');
      rest = stop < 0 ? '' : rest.slice(stop);
      if (name && !NOT_TOKEN.test(name) && !NOT_VALUE.test(value) && !params.has(name)) params.#entries.set(name, value);
    }
    return params;
  }

  delete(name) {
    this.#entries.delete(`${name}`);
  }

  get(name) {
    return this.#entries.get(`${name}`) ?? null;
  }

  has(name) {
    return this.#entries.has(`${name}`);
  }

  // set(name, value): throws ERR_INVALID_MIME_SYNTAX.
  set(name, value) {
    const key = checkedToken(`${name}`, 'parameter name');
    const text = `${value}`;
    const index = text.search(NOT_VALUE);
    if (index >= 0) throw new ERR_INVALID_MIME_SYNTAX('parameter value', text, index);
    this.#entries.set(key, text);
  }

  entries() {
    return this.#entries.entries();
  }

  keys() {
    return this.#entries.keys();
  }

  values() {
    return this.#entries.values();
  }

  [Symbol.iterator]() {
    return this.#entries.entries();
  }

  toString() {
    return [...this.#entries].map(([name, value]) => `${name}=${quoted(value)}`).join(';');
  }

  toJSON() {
    return this.toString();
  }
}

// new MIMEType('text/html; charset=utf-8'): throws ERR_INVALID_MIME_SYNTAX when type or subtype are no tokens.
class MIMEType {
  #type;
  #subtype;
  #params;

  constructor(input) {
    const text = trimmed(`${input}`);
    const slash = text.indexOf('/');
    if (slash < 0) throw new ERR_INVALID_MIME_SYNTAX('type', text, -1);
    this.#type = checkedToken(text.slice(0, slash), 'type', text).toLowerCase();
    const rest = text.slice(slash + 1);
    const end = rest.indexOf(';');
    this.#subtype = checkedToken(trimmedEnd(end < 0 ? rest : rest.slice(0, end)), 'subtype', text).toLowerCase();
    this.#params = MIMEParams.parse(end < 0 ? '' : rest.slice(end));
  }

  get type() {
    return this.#type;
  }

  set type(value) {
    this.#type = checkedToken(`${value}`, 'type').toLowerCase();
  }

  get subtype() {
    return this.#subtype;
  }

  set subtype(value) {
    this.#subtype = checkedToken(`${value}`, 'subtype').toLowerCase();
  }

  // type/subtype
  get essence() {
    return `${this.#type}/${this.#subtype}`;
  }

  get params() {
    return this.#params;
  }

  toString() {
    const params = this.#params.toString();
    return params ? `${this.essence};${params}` : this.essence;
  }

  toJSON() {
    return this.toString();
  }
}

module.exports = { MIMEParams, MIMEType };
