'use strict';
// https://nodejs.org/api/url.html: the WHATWG classes and the legacy API, a lenient parser that predates them. Its parts
// are strings, or null when they are missing:
//
//     protocol  slashes  auth @  host = hostname : port   path = pathname ? query   hash
//     'http:'     //     u:p  @  'example.com : 80'             '/a'      ? x=1     '#b'

const {
  URL, URLSearchParams, domainToASCII, domainToUnicode, fileURLToPath, invalidURL, isURL, pathToFileURL,
  urlToHttpOptions,
} = require('internal/url');
const { mapDomain } = native('url');
const { ERR_INVALID_ARG_TYPE } = require('internal/errors');
const { validateObject, validateString } = require('internal/validate');

// Protocols, without colon, that have slashes whether they are written or not; and those that have no host.
const slashed = new Set(['http', 'https', 'ftp', 'gopher', 'file', 'ws', 'wss']);
const hostless = new Set(['javascript']);
const isIn = (set, protocol) => Boolean(protocol) && set.has(protocol.replace(/:$/, ''));

const escapes = {
  '\t': '%09', '\n': '%0A', '\r': '%0D', ' ': '%20', '"': '%22', "'": '%27', '<': '%3C', '>': '%3E', '\\': '%5C',
  '^': '%5E', '`': '%60', '{': '%7B', '|': '%7C', '}': '%7D',
};
const escaped = /[\t\n\r "'<>\\^`{|}]/g;

// What a URL is made of, before anything is known of it.
function Url() {
  this.protocol = null;
  this.slashes = null;
  this.auth = null;
  this.host = null;
  this.port = null;
  this.hostname = null;
  this.hash = null;
  this.search = null;
  this.query = null;
  this.pathname = null;
  this.path = null;
  this.href = null;
}

// A string as a Url. parseQueryString: `query` is an object of the querystring module. slashesDenoteHost: '//a/b' has
// host a. ERR_INVALID_ARG_TYPE; ERR_INVALID_URL when the host is malformed.
function urlParse(url, parseQueryString, slashesDenoteHost) {
  if (url instanceof Url) return url;
  const result = new Url();
  result.parse(url, parseQueryString, slashesDenoteHost);
  return result;
}

// Backslashes before the query or fragment are slashes.
function turnBackslashes(text) {
  const end = text.search(/[?#]/);
  return end < 0 ? text.replace(/\\/g, '/') : text.slice(0, end).replace(/\\/g, '/') + text.slice(end);
}

// Where the host begins behind the credentials, and where it ends, in what follows the slashes.
function findHost(rest) {
  let at = -1;
  let end = -1;
  for (let i = 0; i < rest.length; i++) {
    const c = rest[i];
    if (c === '@') {
      at = i;
      end = -1;
    } else if (c === '/' || c === '?' || c === '#') {
      if (end < 0) end = i;
      break;
    } else if (end < 0 && (c === '%' || c === ';' || escapes[c] !== undefined)) {
      end = i;
    }
  }
  return { start: at + 1, end: end < 0 ? rest.length : end };
}

const forbiddenInHost = /[\0\t\n\r #%/:<>?@[\\\]^|]/;
const forbiddenInIPv6 = /[\0\t\n\r #%/<>?@\\^|]/;

// A host name as it is stored: in small letters and Punycode, '' when it is too long. ERR_INVALID_URL.
function checkHostname(hostname, isIPv6, url) {
  if (hostname.length > 255) return '';
  hostname = hostname.toLowerCase();
  if (hostname === '') return '';
  if (isIPv6) {
    if (forbiddenInIPv6.test(hostname)) throw invalidURL(url);
    return hostname;
  }
  hostname = mapDomain(hostname);
  if (hostname === '' || forbiddenInHost.test(hostname)) throw invalidURL(url);
  return hostname;
}

function isBracketed(hostname) {
  return hostname[0] === '[' && hostname[hostname.length - 1] === ']';
}

// Without the control characters and spaces at both ends.
function trim(text) {
  const isSpace = (code) => code <= 0x20 || code === 0xa0 || code === 0xfeff;
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (start < end && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

Url.prototype.parse = function parse(url, parseQueryString, slashesDenoteHost) {
  validateString(url, 'url');
  let rest = turnBackslashes(trim(url));

  // The most frequent case: only a path.
  const simple = slashesDenoteHost || rest.includes('#') || rest.includes('@')
    ? null : /^(\/\/?(?!\/)[^?\s]*)(\?[^\s]*)?$/.exec(rest);
  if (simple !== null) {
    this.href = this.path = rest;
    this.pathname = simple[1];
    if (simple[2] !== undefined) this.search = simple[2];
    setQuery(this, parseQueryString);
    return this;
  }

  const written = /^[a-z0-9.+-]+:/i.exec(rest)?.[0];
  const protocol = written?.toLowerCase();
  if (protocol !== undefined) {
    this.protocol = protocol;
    rest = rest.slice(protocol.length);
  }
  if (!isIn(hostless, protocol)) {
    const slashes = rest.startsWith('//') &&
      (slashesDenoteHost || protocol !== undefined || /^\/\/[^@/]+@[^@/]+/.test(rest));
    if (slashes) {
      this.slashes = true;
      rest = rest.slice(2);
    }
    // "HTTP:host", other than "http:path", has a host without slashes.
    if (slashes || (protocol !== undefined && !isIn(slashed, written))) rest = takeHost(this, rest, url);
    rest = rest.replace(escaped, (c) => escapes[c]);
  }

  const hash = rest.indexOf('#');
  if (hash >= 0) {
    this.hash = rest.slice(hash);
    rest = rest.slice(0, hash);
  }
  const question = rest.indexOf('?');
  if (question >= 0) {
    this.search = rest.slice(question);
    rest = rest.slice(0, question);
  }
  setQuery(this, parseQueryString);
  if (rest !== '') this.pathname = rest;
  else if (isIn(slashed, protocol) && this.hostname) this.pathname = '/';
  setPath(this);
  this.href = this.format();
  return this;
};

// Reads credentials, host and port from the begin of `rest`, gives what follows.
function takeHost(result, rest, url) {
  // Tabs and newlines in front of the path do not count.
  const path = rest.search(/[/?#]/);
  rest = (path < 0 ? rest : rest.slice(0, path)).replace(/[\t\n\r]/g, '') + (path < 0 ? '' : rest.slice(path));
  const { start, end } = findHost(rest);
  if (start > 0) result.auth = decodeURIComponent(rest.slice(0, start - 1));
  result.host = rest.slice(start, end);
  rest = rest.slice(end);
  result.parseHost();
  let hostname = result.hostname ?? '';
  const isIPv6 = isBracketed(hostname);
  const colon = isIPv6 ? -1 : hostname.indexOf(':');
  if (colon >= 0) {
    rest = `/${hostname.slice(colon)}${rest}`;
    hostname = hostname.slice(0, colon);
  }
  hostname = checkHostname(hostname, isIPv6, url);
  result.host = hostname + (result.port ? `:${result.port}` : '');
  result.hostname = isIPv6 ? hostname.slice(1, -1) : hostname;
  if (isIPv6 && rest[0] !== '/') rest = `/${rest}`;
  return rest;
}

// Splits `host` into `hostname` and `port`.
Url.prototype.parseHost = function parseHost() {
  let { host } = this;
  const port = /:[0-9]*$/.exec(host)?.[0];
  if (port !== undefined) {
    if (port !== ':') this.port = port.slice(1);
    host = host.slice(0, host.length - port.length);
  }
  if (host) this.hostname = host;
};

// `query` follows `search`.
function setQuery(result, parseQueryString) {
  const query = result.search === null ? null : result.search.slice(1);
  result.query = parseQueryString ? require('querystring').parse(query ?? '') : query;
}

// `path` follows `pathname` and `search`.
function setPath(result) {
  if (result.pathname || result.search) result.path = (result.pathname || '') + (result.search || '');
}

// --- formatting

// A URL as a string. urlObject: a URL with options { auth, fragment, search, unicode }, an object with parts of a legacy
// one, or a string, which is parsed first. ERR_INVALID_ARG_TYPE.
function urlFormat(urlObject, options) {
  if (typeof urlObject === 'string') return urlParse(urlObject).format();
  if (typeof urlObject !== 'object' || urlObject === null) {
    throw new ERR_INVALID_ARG_TYPE('urlObject', ['Object', 'string'], urlObject);
  }
  return isURL(urlObject) ? formatURL(urlObject, options) : Url.prototype.format.call(urlObject);
}

function formatURL(url, options) {
  if (options) validateObject(options, 'options');
  const { auth = true, fragment = true, search = true, unicode = false } = options ?? {};
  const result = new URL(url.href);
  if (!fragment) result.hash = '';
  if (!search) result.search = '';
  if (!auth) result.username = result.password = '';
  if (!unicode || result.hostname === '') return result.href;
  const { href, host, hostname, protocol, username, password } = result;
  const credentials = username || password ? `${username}${password && `:${password}`}@` : '';
  const before = `${protocol}//${credentials}`;
  return before + domainToUnicode(hostname) + host.slice(hostname.length) + href.slice(before.length + host.length);
}

Url.prototype.format = function format() {
  const auth = this.auth ? `${encodeURIComponent(this.auth).replace(/%3A/gi, ':')}@` : '';
  let protocol = this.protocol || '';
  let pathname = this.pathname || '';
  let hash = this.hash || '';
  let host = '';
  if (this.host) {
    host = auth + this.host;
  } else if (this.hostname) {
    const isIPv6 = this.hostname.includes(':') && !isBracketed(this.hostname);
    host = auth + (isIPv6 ? `[${this.hostname}]` : this.hostname) + (this.port ? `:${this.port}` : '');
  }
  let query = '';
  if (this.query !== null && typeof this.query === 'object') query = require('querystring').stringify(this.query);
  let search = this.search || (query && `?${query}`) || '';

  if (protocol && !protocol.endsWith(':')) protocol += ':';
  pathname = `${pathname}`.replace(/[?#]/g, (c) => c === '?' ? '%3F' : '%23');
  if (this.slashes || (host && isIn(slashed, protocol))) {
    if (pathname && pathname[0] !== '/') pathname = `/${pathname}`;
    host = `//${host}`;
  } else if (protocol === 'file:') {
    host = '//';
  }
  search = search.replace(/#/g, '%23');
  if (search && search[0] !== '?') search = `?${search}`;
  if (hash && hash[0] !== '#') hash = `#${hash}`;
  return protocol + host + pathname + search + hash;
};

// --- resolving

// Where the link `relative` on the page `source` leads to.
function urlResolve(source, relative) {
  return urlParse(source, false, true).resolve(relative);
}

// The same as a Url.
function urlResolveObject(source, relative) {
  return source ? urlParse(source, false, true).resolveObject(relative) : relative;
}

Url.prototype.resolve = function resolve(relative) {
  return this.resolveObject(urlParse(relative, false, true)).format();
};

Url.prototype.resolveObject = function resolveObject(relative) {
  if (typeof relative === 'string') relative = urlParse(relative, false, true);
  const result = Object.assign(new Url(), this);
  result.hash = relative.hash;
  if (relative.href !== '') {
    if (relative.protocol && relative.protocol !== result.protocol) takeOther(result, relative);
    else if (relative.slashes && !relative.protocol) takeAuthority(result, relative);
    else takePath(result, relative);
  }
  result.href = result.format();
  return result;
};

// relative has another protocol. One that has slashes gets a host, from the path when none is written.
function takeOther(result, relative) {
  if (!isIn(slashed, relative.protocol)) {
    Object.assign(result, relative);
    return;
  }
  result.protocol = relative.protocol;
  result.auth = relative.auth;
  result.host = relative.host || '';
  result.port = relative.port;
  result.search = relative.search;
  result.query = relative.query;
  result.slashes ||= relative.slashes;
  result.pathname = relative.pathname;
  if (!relative.host && relative.protocol !== 'file:') {
    const [, host, rest] = /^\/*([^/]*)(.*)$/s.exec(relative.pathname || '');
    result.host = host;
    result.pathname = rest.replace(/^\/\//, '/') || '/';
  }
  result.hostname = relative.hostname || result.host;
  setPath(result);
}

// relative begins with "//": all but the protocol is its own.
function takeAuthority(result, relative) {
  const { protocol } = result;
  Object.assign(result, relative);
  result.protocol = protocol;
  if (isIn(slashed, protocol) && result.hostname && !result.pathname) result.path = result.pathname = '/';
}

// relative has no protocol, or the same: a path, a query, a fragment. Protocols without slashes have their host, which
// is then no host but a name, as first part of the path.
function takePath(result, relative) {
  const flat = Boolean(result.protocol) && !isIn(slashed, result.protocol);
  const source = segmentsOf(result, flat);
  const target = segmentsOf(relative, flat && Boolean(relative.protocol));
  const rooted = Boolean(relative.host) || relative.pathname?.[0] === '/';
  const absolute = rooted || result.pathname?.[0] === '/' || Boolean(result.host && relative.pathname);
  const startsAbsolute = absolute && (!flat || source[0] === '' || target[0] === '');
  if (flat) {
    result.host = result.hostname = '';
    result.port = null;
    if (relative.protocol) result.auth = null;
  }
  const host = flat && relative.protocol ? null : relative.host;
  if (rooted && (host || host === '')) {
    if (result.host !== host) result.auth = null;
    result.host = host;
    result.hostname = relative.hostname;
    result.port = relative.port;
  }
  const queryOnly = !rooted && !target.length && relative.search !== null;
  let segments = rooted ? target : target.length ? source.slice(0, -1).concat(target) : source;
  if (rooted || target.length || queryOnly) {
    result.search = relative.search;
    result.query = relative.query;
  }
  if (!queryOnly) {
    segments = removeDots(segments, absolute, startsAbsolute, Boolean(result.host || relative.host));
    result.auth = relative.auth || result.auth;
    result.slashes ||= relative.slashes;
  }
  const named = flat && segments.length > 0 && segments[0] !== '';
  if (named) splitName(result, segments.shift());
  if (segments.length && (named || (result.host && segments[0] !== ''))) segments.unshift('');
  result.pathname = segments.join('/') || null;
  result.path = null;
  setPath(result);
}

// The path in pieces between slashes, the host in front of it when `flat`.
function segmentsOf(url, flat) {
  const segments = url.pathname ? url.pathname.split('/') : [];
  if (flat && url.host) {
    if (segments[0] === '') segments[0] = url.host;
    else segments.unshift(url.host);
  }
  return segments;
}

// absolute: ".." cannot lead above the first piece; startsAbsolute: the result begins with an empty piece.
function removeDots(segments, absolute, startsAbsolute, hasHost) {
  if (!segments.length) return segments;
  const last = segments[segments.length - 1];
  const endsInSlash = last === '' || ((hasHost || segments.length > 1) && (last === '.' || last === '..'));
  const kept = []; // from the last to the first
  let up = 0;
  for (let i = segments.length - 1; i >= 0; i--) {
    if (segments[i] === '.') continue;
    if (segments[i] === '..') up++;
    else if (up) up--;
    else kept.push(segments[i]);
  }
  if (!absolute) while (up-- > 0) kept.push('..');
  kept.reverse();
  if (startsAbsolute && kept[0] !== '') kept.unshift('');
  if (endsInSlash && !kept.join('/').endsWith('/')) kept.push('');
  return kept;
}

// The first piece of a path without slashes is credentials and host again.
function splitName(result, name) {
  const at = name.indexOf('@');
  if (at > 0) result.auth = name.slice(0, at);
  result.host = result.hostname = at > 0 ? name.slice(at + 1) : name;
}

module.exports = {
  Url,
  parse: urlParse,
  resolve: urlResolve,
  resolveObject: urlResolveObject,
  format: urlFormat,
  URL,
  URLSearchParams,
  domainToASCII,
  domainToUnicode,
  pathToFileURL,
  fileURLToPath,
  urlToHttpOptions,
};
