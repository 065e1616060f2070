'use strict';
// URL and URLSearchParams of the URL Standard (https://url.spec.whatwg.org), with Node's errors and inspection, and the
// conversions between file: URLs and paths. The parser is runtime/url/; a URL keeps a record of native('url').

const {
  canParse, domainToASCII: toASCII, domainToUnicode: toUnicode, getHash, getHost, getHostname, getHref, getOrigin,
  getPassword, getPathname, getPort, getProtocol, getSearch, getUsername, parse, parseForm, serializeForm, setHash,
  setHost, setHostname, setPassword, setPathname, setPort, setProtocol, setSearch, setUsername,
} = native('url');
const {
  define, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS, ERR_MISSING_ARGS,
} = require('internal/errors');
const { validateFunction, validateString } = require('internal/validate');

const ERR_ARG_NOT_ITERABLE = define('ERR_ARG_NOT_ITERABLE', TypeError, (name) => `${name} must be iterable`);
const ERR_INVALID_TUPLE = define('ERR_INVALID_TUPLE', TypeError, (name, tuple) =>
  `${name} must be an iterable ${tuple} tuple`);
const ERR_INVALID_URL_SCHEME = define('ERR_INVALID_URL_SCHEME', TypeError, (scheme) =>
  `The URL must be of scheme ${scheme}`);
const ERR_INVALID_FILE_URL_HOST = define('ERR_INVALID_FILE_URL_HOST', TypeError, (platform) =>
  `File URL host must be "localhost" or empty on ${platform}`);
const ERR_INVALID_FILE_URL_PATH = define('ERR_INVALID_FILE_URL_PATH', TypeError, (reason) => `File URL path ${reason}`);
const InvalidURL = define('ERR_INVALID_URL', TypeError, 'Invalid URL');

// TypeError ERR_INVALID_URL with `input`.
function invalidURL(input) {
  return Object.assign(new InvalidURL(), { input });
}

// The same as the constructor throws it, where only the property shows the code.
function failedURL(input, base) {
  const error = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input });
  if (base !== undefined) error.base = base;
  return error;
}

const inspectCustom = Symbol.for('nodejs.util.inspect.custom');

// Members of classes are not enumerable; those of web interfaces are.
function makeEnumerable(object, names) {
  for (const name of names) {
    Object.defineProperty(object, name, { ...Object.getOwnPropertyDescriptor(object, name), enumerable: true });
  }
}

// --- URLSearchParams

// Access to the private parts of a URLSearchParams, for URL and the iterator.
let listOf, attach, replaceList;
// Tells a URL that its searchParams have changed; set by URL.
let updateURL;

// An iteration of a URLSearchParams: what keys(), values() and entries() give.
class URLSearchParamsIterator {
  #list;
  #kind;
  #index = 0;

  constructor(params, kind) {
    this.#list = () => listOf(params);
    this.#kind = kind;
  }

  #item(list, index) {
    return this.#kind === 'keys' ? list[index]
      : this.#kind === 'values' ? list[index + 1] : [list[index], list[index + 1]];
  }

  next() {
    if (typeof this !== 'object' || this === null || !(#list in this)) {
      throw new ERR_INVALID_THIS('URLSearchParamsIterator');
    }
    const list = this.#list();
    if (this.#index >= list.length) return { value: undefined, done: true };
    this.#index += 2;
    return { value: this.#item(list, this.#index - 2), done: false };
  }

  [inspectCustom](depth, options, inspect) {
    if (!(#list in this)) throw new ERR_INVALID_THIS('URLSearchParamsIterator');
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    const list = this.#list();
    const shown = [];
    for (let i = this.#index; i < list.length; i += 2) shown.push(inspect(this.#item(list, i), options));
    return `URLSearchParams Iterator ${shown.length ? braces(shown, options) : '{  }'}`;
  }
}
const iteratorPrototype = URLSearchParamsIterator.prototype;
Object.setPrototypeOf(iteratorPrototype, Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
delete iteratorPrototype.constructor;
makeEnumerable(iteratorPrototype, ['next']);
Object.defineProperty(iteratorPrototype, Symbol.toStringTag, {
  value: 'URLSearchParams Iterator', configurable: true,
});

// "{ a, b }" on one line, or one entry a line when that is longer than options.breakLength.
function braces(entries, options) {
  if (!entries.length) return '{}';
  let columns = 0;
  for (const entry of entries) columns += entry.replace(/\u001b\[\d\d?m/g, '').length + 2;
  return columns - 2 > options.breakLength ? `{\n  ${entries.join(',\n  ')} }` : `{ ${entries.join(', ')} }`;
}

// The names and values of an iterable of pairs, as strings in a flat list.
function listFromPairs(pairs, iterate) {
  const list = [];
  if (typeof iterate !== 'function') throw new ERR_ARG_NOT_ITERABLE('Query pairs');
  for (const pair of { [Symbol.iterator]: () => iterate.call(pairs) }) {
    if ((typeof pair !== 'object' && typeof pair !== 'function') || pair === null ||
        typeof pair[Symbol.iterator] !== 'function') {
      throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    }
    const [...parts] = pair;
    if (parts.length !== 2) throw new ERR_INVALID_TUPLE('Each query pair', '[name, value]');
    list.push(toUSV(parts[0]), toUSV(parts[1]));
  }
  return list;
}

// The own enumerable properties of a record, the last of names that become equal.
function listFromRecord(record) {
  const places = new Map();
  const list = [];
  for (const key of Reflect.ownKeys(record)) {
    const property = Reflect.getOwnPropertyDescriptor(record, key);
    if (property === undefined || !property.enumerable) continue;
    const name = toUSV(key);
    const value = toUSV(record[key]);
    const place = places.get(name);
    if (place !== undefined) {
      list[place] = value;
      continue;
    }
    places.set(name, list.length + 1);
    list.push(name, value);
  }
  return list;
}

// A string with U+FFFD in place of lone surrogates; TypeError for symbols.
function toUSV(value) {
  return `${value}`.toWellFormed();
}

class URLSearchParams {
  #list = []; // name, value, name, value...
  #url = null; // the URL whose query this is

  static {
    listOf = (params) => params.#list;
    attach = (params, url) => {
      params.#url = url;
    };
    replaceList = (params, list) => {
      params.#list = list;
    };
  }

  // init: a query with or without "?", an iterable of pairs, a record of strings, or nothing. TypeError
  // ERR_INVALID_TUPLE, ERR_ARG_NOT_ITERABLE. WHATWG URL 6.2.
  constructor(init = undefined) {
    if (init === undefined || init === null) return;
    if (typeof init === 'object' || typeof init === 'function') {
      const iterate = init[Symbol.iterator];
      if (iterate === undefined || iterate === null) this.#list = listFromRecord(init);
      else if (iterate === URLSearchParams.prototype[Symbol.iterator] && #list in init) this.#list = [...init.#list];
      else this.#list = listFromPairs(init, iterate);
      return;
    }
    const text = `${init}`;
    this.#list = parseForm(text[0] === '?' ? text.slice(1) : text);
  }

  // TypeError ERR_INVALID_THIS, or ERR_MISSING_ARGS when fewer arguments were given than there are names.
  static #check(receiver, given, ...names) {
    if (typeof receiver !== 'object' || receiver === null || !(#list in receiver)) {
      throw new ERR_INVALID_THIS('URLSearchParams');
    }
    if (given < names.length) throw new ERR_MISSING_ARGS(...names);
  }

  // Gives the changed list to the URL.
  #update() {
    if (this.#url !== null) updateURL(this.#url, serializeForm(this.#list));
  }

  // The number of pairs.
  get size() {
    URLSearchParams.#check(this, 0);
    return this.#list.length / 2;
  }

  // Adds a pair at the end.
  append(name, value) {
    URLSearchParams.#check(this, arguments.length, 'name', 'value');
    this.#list.push(toUSV(name), toUSV(value));
    this.#update();
  }

  // Removes the pairs of this name, and of this value when one is given.
  delete(name, value = undefined) {
    URLSearchParams.#check(this, arguments.length, 'name');
    name = toUSV(name);
    if (value !== undefined) value = toUSV(value);
    const kept = [];
    const list = this.#list;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] !== name || (value !== undefined && list[i + 1] !== value)) kept.push(list[i], list[i + 1]);
    }
    this.#list = kept;
    this.#update();
  }

  // The value of the first pair of this name, or null.
  get(name) {
    URLSearchParams.#check(this, arguments.length, 'name');
    name = toUSV(name);
    const list = this.#list;
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) return list[i + 1];
    return null;
  }

  // The values of all pairs of this name.
  getAll(name) {
    URLSearchParams.#check(this, arguments.length, 'name');
    name = toUSV(name);
    const list = this.#list;
    const values = [];
    for (let i = 0; i < list.length; i += 2) if (list[i] === name) values.push(list[i + 1]);
    return values;
  }

  // Whether there is a pair of this name, and of this value when one is given.
  has(name, value = undefined) {
    URLSearchParams.#check(this, arguments.length, 'name');
    name = toUSV(name);
    if (value !== undefined) value = toUSV(value);
    const list = this.#list;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] === name && (value === undefined || list[i + 1] === value)) return true;
    }
    return false;
  }

  // Gives the first pair of this name the value and removes the others; adds one when there is none.
  set(name, value) {
    URLSearchParams.#check(this, arguments.length, 'name', 'value');
    name = toUSV(name);
    value = toUSV(value);
    const kept = [];
    const list = this.#list;
    let found = false;
    for (let i = 0; i < list.length; i += 2) {
      if (list[i] !== name) kept.push(list[i], list[i + 1]);
      else if (!found) {
        kept.push(name, value);
        found = true;
      }
    }
    if (!found) kept.push(name, value);
    this.#list = kept;
    this.#update();
  }

  // Sorts by name, in code units; pairs of the same name stay in order.
  sort() {
    URLSearchParams.#check(this, 0);
    const list = this.#list;
    const pairs = [];
    for (let i = 0; i < list.length; i += 2) pairs.push([list[i], list[i + 1]]);
    pairs.sort((a, b) => a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0);
    const sorted = [];
    for (let i = 0; i < pairs.length; i++) sorted.push(pairs[i][0], pairs[i][1]);
    this.#list = sorted;
    this.#update();
  }

  // An iterator of [name, value], which sees changes made on the way.
  entries() {
    URLSearchParams.#check(this, 0);
    return new URLSearchParamsIterator(this, 'entries');
  }

  // callback(value, name, this) for each pair.
  forEach(callback, thisArg = undefined) {
    URLSearchParams.#check(this, 0);
    validateFunction(callback, 'callback');
    for (let i = 0; i < this.#list.length; i += 2) callback.call(thisArg, this.#list[i + 1], this.#list[i], this);
  }

  // An iterator of the names.
  keys() {
    URLSearchParams.#check(this, 0);
    return new URLSearchParamsIterator(this, 'keys');
  }

  // An iterator of the values.
  values() {
    URLSearchParams.#check(this, 0);
    return new URLSearchParamsIterator(this, 'values');
  }

  // The query, application/x-www-form-urlencoded, without "?".
  toString() {
    URLSearchParams.#check(this, 0);
    return serializeForm(this.#list);
  }

  [inspectCustom](depth, options, inspect) {
    URLSearchParams.#check(this, 0);
    if (typeof depth === 'number' && depth < 0) return options.stylize('[Object]', 'special');
    const shown = [];
    for (let i = 0; i < this.#list.length; i += 2) {
      shown.push(`${inspect(this.#list[i], options)} => ${inspect(this.#list[i + 1], options)}`);
    }
    return `${constructorName(this, 'URLSearchParams')} ${braces(shown, options)}`;
  }
}
makeEnumerable(URLSearchParams.prototype, ['size', 'append', 'delete', 'get', 'getAll', 'has', 'set', 'sort', 'entries',
  'forEach', 'keys', 'values', 'toString']);
Object.defineProperties(URLSearchParams.prototype, {
  [Symbol.toStringTag]: { value: 'URLSearchParams', configurable: true },
  [Symbol.iterator]: { value: URLSearchParams.prototype.entries, writable: true, configurable: true },
});

function constructorName(object, otherwise) {
  const { constructor } = object;
  return typeof constructor === 'function' && constructor.name ? constructor.name : otherwise;
}

// --- URL

const objectURLs = new Map();

function uuid() {
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(Math.random() * 16).toString(16));
}

// The Blob that a blob: URL of URL.createObjectURL stands for, or undefined.
function resolveObjectURL(url) {
  return objectURLs.get(`${url}`);
}

class URL {
  #record;
  #params = null; // made when searchParams is first asked for

  static {
    updateURL = (url, query) => setSearch(url.#record, query);
  }

  // input: an absolute URL, or a relative one with `base`; both become strings. TypeError ERR_INVALID_URL. WHATWG
  // URL 6.1.
  constructor(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    input = `${input}`;
    if (base !== undefined) base = `${base}`;
    const record = parse(input, base);
    if (record === undefined) throw failedURL(input, base);
    this.#record = record;
  }

  // The same as the constructor, but null for what is no URL.
  static parse(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    input = `${input}`;
    if (base !== undefined) base = `${base}`;
    return canParse(input, base) ? new URL(input, base) : null;
  }

  // Whether the constructor would take it.
  static canParse(input, base = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    input = `${input}`;
    if (base !== undefined) base = `${base}`;
    return canParse(input, base);
  }

  static #check(receiver) {
    if (typeof receiver !== 'object' || receiver === null || !(#record in receiver)) {
      throw new TypeError('Receiver must be an instance of class URL');
    }
  }

  // A blob: URL that stands for a Blob until it is revoked or the program ends; resolveObjectURL gives the Blob.
  static createObjectURL(obj) {
    const { Blob } = globalThis;
    if (typeof Blob !== 'function' || !(obj instanceof Blob)) throw new ERR_INVALID_ARG_TYPE('obj', 'Blob', obj);
    const id = `blob:nodedata:${uuid()}`;
    objectURLs.set(id, obj);
    return id;
  }

  // Forgets what createObjectURL has made.
  static revokeObjectURL(url) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('url');
    objectURLs.delete(`${url}`);
  }

  #replace(href) {
    const record = parse(href);
    if (record === undefined) throw invalidURL(href);
    this.#record = record;
    this.#refresh();
  }

  // Has searchParams follow a change of the query.
  #refresh() {
    if (this.#params !== null) replaceList(this.#params, parseForm(getSearch(this.#record).slice(1)));
  }

  toString() {
    URL.#check(this);
    return getHref(this.#record);
  }

  // The whole, serialized. Setting it to what is no absolute URL is a TypeError ERR_INVALID_URL.
  get href() {
    URL.#check(this);
    return getHref(this.#record);
  }

  set href(value) {
    this.#replace(`${value}`);
  }

  // Scheme, host and port of URLs that have an origin; "null" for others.
  get origin() {
    return getOrigin(this.#record);
  }

  // The scheme with its colon. As in all setters below a value that does not fit changes nothing.
  get protocol() {
    return getProtocol(this.#record);
  }

  set protocol(value) {
    setProtocol(this.#record, `${value}`);
  }

  get username() {
    return getUsername(this.#record);
  }

  set username(value) {
    setUsername(this.#record, `${value}`);
  }

  get password() {
    return getPassword(this.#record);
  }

  set password(value) {
    setPassword(this.#record, `${value}`);
  }

  // Host name and, when it is not the scheme's own, port.
  get host() {
    return getHost(this.#record);
  }

  set host(value) {
    setHost(this.#record, `${value}`);
  }

  get hostname() {
    return getHostname(this.#record);
  }

  set hostname(value) {
    setHostname(this.#record, `${value}`);
  }

  // Digits; '' for the scheme's own port.
  get port() {
    return getPort(this.#record);
  }

  set port(value) {
    setPort(this.#record, `${value}`);
  }

  get pathname() {
    return getPathname(this.#record);
  }

  set pathname(value) {
    setPathname(this.#record, `${value}`);
  }

  // The query with its "?"; '' when it is empty or missing.
  get search() {
    URL.#check(this);
    return getSearch(this.#record);
  }

  set search(value) {
    setSearch(this.#record, `${value}`);
    this.#refresh();
  }

  // The query as a URLSearchParams that changes with the URL, and changes it.
  get searchParams() {
    if (this.#params === null) {
      this.#params = new URLSearchParams(getSearch(this.#record));
      attach(this.#params, this);
    }
    return this.#params;
  }

  // The fragment with its "#"; '' when it is empty or missing.
  get hash() {
    return getHash(this.#record);
  }

  set hash(value) {
    setHash(this.#record, `${value}`);
  }

  toJSON() {
    URL.#check(this);
    return getHref(this.#record);
  }

  [inspectCustom](depth, options, inspect) {
    if (typeof depth === 'number' && depth < 0) return this;
    const name = constructorName(this, 'URL');
    const shown = {};
    for (const part of ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname',
      'search', 'searchParams', 'hash']) {
      shown[part] = this[part];
    }
    return `${name} ${inspect(shown, options)}`;
  }
}
makeEnumerable(URL, ['parse', 'canParse', 'createObjectURL', 'revokeObjectURL']);
makeEnumerable(URL.prototype, ['toString', 'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname',
  'port', 'pathname', 'search', 'searchParams', 'hash', 'toJSON']);
Object.defineProperty(URL.prototype, Symbol.toStringTag, { value: 'URL', configurable: true });

// Whether a value is a URL or has the parts of one; the legacy Url objects are told apart by `auth` and `path`.
function isURL(value) {
  return Boolean(value?.href && value.protocol && value.auth === undefined && value.path === undefined);
}

// --- domains, files, HTTP. https://nodejs.org/api/url.html

// The Punycode form of a domain, '' when it is invalid.
function domainToASCII(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return toASCII(`${domain}`);
}

// The Unicode form of a domain, '' when it is invalid.
function domainToUnicode(domain) {
  if (arguments.length < 1) throw new ERR_MISSING_ARGS('domain');
  return toUnicode(`${domain}`);
}

function decodeFilePath(pathname, forbidden, what) {
  if (forbidden.test(pathname)) throw new ERR_INVALID_FILE_URL_PATH(`must not include encoded ${what} characters`);
  return decodeURIComponent(pathname);
}

// The path of a file: URL, which may be a URL or a string, with escapes decoded. options.windows: drive letters, UNC
// names and backslashes. ERR_INVALID_URL_SCHEME, ERR_INVALID_FILE_URL_HOST, ERR_INVALID_FILE_URL_PATH.
function fileURLToPath(path, options = undefined) {
  if (typeof path === 'string') path = new URL(path);
  else if (!isURL(path)) throw new ERR_INVALID_ARG_TYPE('path', ['string', 'URL'], path);
  if (path.protocol !== 'file:') throw new ERR_INVALID_URL_SCHEME('file');
  if (!options?.windows) {
    if (path.hostname !== '') throw new ERR_INVALID_FILE_URL_HOST(require('process').platform);
    return decodeFilePath(path.pathname, /%2f/i, '/');
  }
  const decoded = decodeFilePath(path.pathname.replace(/\//g, '\\'), /%2f|%5c/i, '\\ or /');
  if (path.hostname !== '') return `\\\\${toUnicode(path.hostname)}${decoded}`;
  if (!/^\\[a-z]:/i.test(decoded)) throw new ERR_INVALID_FILE_URL_PATH('must be absolute');
  return decoded.slice(1);
}

// Characters of a path that a URL parser would leave alone, or take for something else.
const inPath = /[%\n\r\t?#[\]^|~]/g;

// The file: URL of a path, which is resolved first; a slash at its end stays. options.windows as above.
function pathToFileURL(filepath, options = undefined) {
  validateString(filepath, 'path');
  const windows = options?.windows;
  const { posix, win32 } = require('path');
  const percent = (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  const escape = (path) => {
    const escaped = path.replace(inPath, percent);
    return windows ? escaped : escaped.replaceAll('\\', '%5C');
  };
  if (windows && filepath.startsWith('\\\\')) {
    const name = filepath.replace(/^\\\\(?:\?\\UNC\\)?/i, '');
    const server = name.indexOf('\\');
    if (server < 0) throw new ERR_INVALID_ARG_VALUE('path', filepath, 'Missing UNC resource path');
    if (server === 0) throw new ERR_INVALID_ARG_VALUE('path', filepath, 'Empty UNC servername');
    const url = new URL('file://');
    url.hostname = name.slice(0, server);
    url.pathname = escape(name.slice(server).replace(/\\/g, '/'));
    return url;
  }
  const { resolve, sep } = windows ? win32 : posix;
  let resolved = resolve(filepath);
  const last = filepath[filepath.length - 1];
  if ((last === '/' || (windows && last === '\\')) && !resolved.endsWith(sep)) resolved += '/';
  return new URL(`file://${windows ? '/' : ''}${escape(resolved)}`);
}

// The options of http.request for a URL.
function urlToHttpOptions(url) {
  const { hostname, pathname, port, username, password, search } = url;
  const options = {
    __proto__: null,
    ...url,
    protocol: url.protocol,
    hostname: hostname && hostname[0] === '[' ? hostname.slice(1, -1) : hostname,
    hash: url.hash,
    search,
    pathname,
    path: `${pathname || ''}${search || ''}`,
    href: url.href,
  };
  if (port !== '') options.port = Number(port);
  if (username || password) options.auth = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return options;
}

module.exports = {
  URL,
  URLSearchParams,
  domainToASCII,
  domainToUnicode,
  fileURLToPath,
  invalidURL,
  isURL,
  pathToFileURL,
  resolveObjectURL,
  urlToHttpOptions,
};
