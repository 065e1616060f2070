// node:url: parse, format, resolve of the legacy API.
'use strict';
const url = require('node:url');
function equal(got, want, text = '') {
  if (got !== want) throw new Error(`${text}: ${String(got)} is not ${String(want)}`);
}
function code(f) {
  try {
    f();
  } catch (error) {
    return error.code ?? error.name;
  }
  throw new Error(`${f} threw nothing`);
}

equal(Object.keys(new url.Url()).join(), 'protocol,slashes,auth,host,port,hostname,hash,search,query,pathname,path,href');
const show = (u) => Object.values(u).map((part) => part === null ? '~' : typeof part === 'object' ? JSON.stringify(part) : part)
  .join(' ');
for (const [input, want, ...flags] of [
  ['', '~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ '],
  ['/a?b', '~ ~ ~ ~ ~ ~ ~ ?b b /a /a?b /a?b'],
  ['/a?b=1&b=2', '~ ~ ~ ~ ~ ~ ~ ?b=1&b=2 {"b":["1","2"]} /a /a?b=1&b=2 /a?b=1&b=2', true],
  ['//a/b', '~ ~ ~ ~ ~ ~ ~ ~ ~ //a/b //a/b //a/b'],
  ['//a/b', '~ true ~ a ~ a ~ ~ {} /b /b //a/b', true, true],
  ['//u@h/p', '~ true u h ~ h ~ ~ ~ /p /p //u@h/p'],
  [' HTTP://u:p%40@A.com:080/x y?q=1 2#h ', 'http: true u:p@ a.com:080 080 a.com #h ?q=1%202 q=1%202 /x%20y ' +
    '/x%20y?q=1%202 http://u:p%40@a.com:080/x%20y?q=1%202#h'],
  ['http://a\\b\\c?d\\e', 'http: true ~ a ~ a ~ ?d%5Ce d%5Ce /b/c /b/c?d%5Ce http://a/b/c?d%5Ce'],
  ['http://[::1]:80?x', 'http: true ~ [::1]:80 80 ::1 ~ ?x x / /?x http://[::1]:80/?x'],
  ['http://é.com', 'http: true ~ xn--9ca.com ~ xn--9ca.com ~ ~ ~ / / http://xn--9ca.com/'],
  ['http://a:b/c', 'http: true ~ a ~ a ~ ~ ~ /:b/c /:b/c http://a/:b/c'],
  ['http:a', 'http: ~ ~ ~ ~ ~ ~ ~ ~ a a http:a'],
  ['mailto:a@b.c?s=1', 'mailto: ~ a b.c ~ b.c ~ ?s=1 s=1 ~ ?s=1 mailto:a@b.c?s=1'],
  ['javascript:a("b c")', 'javascript: ~ ~ ~ ~ ~ ~ ~ ~ a("b c") a("b c") javascript:a("b c")'],
  ['file:///a', 'file: true ~  ~  ~ ~ ~ /a /a file:///a'],
]) {
  equal(show(url.parse(input, ...flags)), want, input);
}
for (const input of ['http://[a/', 'http://a]/', 'http://a[b', 'http://\u2100/']) equal(code(() => url.parse(input)), 'ERR_INVALID_URL');
equal(code(() => url.parse()), 'ERR_INVALID_ARG_TYPE');
equal(code(() => url.parse('http://%zz@a')), 'URIError');
const parsed = url.parse('x');
equal(url.parse(parsed), parsed);

// In time that grows with the length.
for (const piece of [' ', '\t', ':', '@', '/', '?', '#', '%', '..', '/..', 'a/', '[', '-', '1', ':1', 'é.']) {
  for (const start of ['', 'http:', 'http://', 'http://a', 'x:', '/']) {
    const long = `${start}${piece.repeat(1e5)}x`;
    try {
      url.parse(long, true, true);
      url.resolve('http://a/b', long);
    } catch (error) {
      if (error.code !== 'ERR_INVALID_URL' && !(error instanceof URIError)) throw error;
    }
  }
}

for (const [object, want] of [
  ['http://é/ b', 'http://xn--9ca/%20b'],
  [{ protocol: 'http', host: 'a', pathname: 'b' }, 'http://a/b'],
  [{ protocol: 'x', host: 'a' }, 'x:a'],
  [{ protocol: 'file', pathname: '/a' }, 'file:///a'],
  [{ slashes: true, hostname: '::1', port: 8 }, '//[::1]:8'],
  [{ auth: 'a b:c@', host: 'h' }, 'a%20b:c%40@h'],
  [{ pathname: 'a?b#c', search: 'x#y', hash: 'z' }, 'a%3Fb%23c?x%23y#z'],
  [{ query: { a: 1, b: [2, 'é'] } }, '?a=1&b=2&b=%C3%A9'],
  [{ query: { a: 1 }, search: '?q' }, '?q'],
  [{}, ''],
]) {
  equal(url.format(object), want);
}
for (const bad of [undefined, null, 1]) equal(code(() => url.format(bad)), 'ERR_INVALID_ARG_TYPE');

for (const [from, to, want] of [
  ['/one/two/three', 'four', '/one/two/four'],
  ['http://example.com/', '/one', 'http://example.com/one'],
  ['http://example.com/one', '/two', 'http://example.com/two'],
  ['http://a/b/c?d#e', '', 'http://a/b/c?d'],
  ['http://a/b/c?d#e', '?x', 'http://a/b/c?x'],
  ['http://a/b/c?d#e', '#x', 'http://a/b/c?d#x'],
  ['http://a/b/c', '../../../x/./y/..', 'http://a/x/'],
  ['a/b', '../../../c', '../../c'],
  ['http://u:p@a/b', '//c/d', 'http://c/d'],
  ['http://u:p@a/b', 'c', 'http://u:p@a/c'],
  ['http://a/b', 'https:/c/d', 'https://c/d'],
  ['http://a/b', 'mailto:x@y', 'mailto:x@y'],
  ['mailto:a@b', 'c@d', 'mailto:c@d'],
  ['file:///a/b', '../c', 'file:///c'],
]) {
  equal(url.resolve(from, to), want, `${from} ${to}`);
}
equal(url.resolveObject('http://a/b', 'c').pathname, '/c');
equal(code(() => url.resolve('a')), 'ERR_INVALID_ARG_TYPE');
