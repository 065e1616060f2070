// The URL class: parts, setters, errors, attributes, brand checks.
function equal(got, want, text = '') {
  if (got !== want) throw new Error(`${text}: ${String(got)} is not ${String(want)}`);
}
function thrown(f) {
  try {
    f();
  } catch (error) {
    return error;
  }
  throw new Error(`${f} threw nothing`);
}

const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const shown = (url) => parts.map((part) => url[part]).join(' ');
equal(shown(new URL('HTTPS://user:pass@EXAMPLE.com:1234/foo/./b r?baz#qu ux')),
  'https://user:pass@example.com:1234/foo/b%20r?baz#qu%20ux https://example.com:1234 https: user pass example.com:1234 ' +
  'example.com 1234 /foo/b%20r ?baz #qu%20ux');
equal(shown(new URL('mailto:a@b')), 'mailto:a@b null mailto:      a@b  ');
equal(shown(new URL('file:///C|/x?#')), 'file:///C:/x?# null file:      /C:/x  ');
equal(new URL('blob:https://a:81/uuid').origin, 'https://a:81');
equal(new URL('blob:x:y').origin, 'null');
equal(new URL('../x?y', new URL('http://a/b/c/d')).href, 'http://a/b/x?y');
equal(new URL('\ud800\u00e9', 'http://a').href, 'http://a/%EF%BF%BD%C3%A9', 'lone surrogates');
equal(new URL('http://\u{1f600}.b\u00fccher.de/').hostname, 'xn--e28h.xn--bcher-kva.de');
equal(new URL(null, 'http://a').href, 'http://a/null');

// Setters: what does not fit changes nothing.
const url = new URL('http://example.com:8080/a?b#c');
url.protocol = 'https:';
url.port = '443';
url.username = 'ü';
url.password = ':';
url.hostname = 'a b';
url.hostname = 'B.C';
url.pathname = 'x/../y?';
url.search = 'q=1';
url.hash = '';
equal(url.href, 'https://%C3%BC:%3A@b.c/y%3F?q=1');
url.host = 'd:81';
equal(url.host, 'd:81');
url.href = 'x:y';
equal(shown(url), 'x:y null x:      y  ');
equal(thrown(() => { url.href = 'z'; }).code, 'ERR_INVALID_URL');
equal(url.href, 'x:y');
equal(thrown(() => { 'use strict'; url.origin = 'x'; }).name, 'TypeError');

// Errors.
const error = thrown(() => new URL('/x', 'y'));
equal(`${error.name} ${error.code} ${error.message} ${error.input} ${error.base} ${Object.keys(error)}`,
  'TypeError ERR_INVALID_URL Invalid URL /x y code,input,base');
equal(Object.keys(thrown(() => new URL('/x'))).join(), 'code,input');
equal(error instanceof TypeError, true);
equal(thrown(() => new URL()).code, 'ERR_MISSING_ARGS');
equal(thrown(() => URL('http://a')).name, 'TypeError');
equal(thrown(() => new URL(Symbol())).name, 'TypeError');

equal(URL.canParse('x', 'http://a'), true);
equal(URL.canParse('x'), false);
equal(URL.parse('x'), null);
equal(URL.parse('x', 'http://a').href, 'http://a/x');
equal(thrown(() => URL.canParse()).code, 'ERR_MISSING_ARGS');

// Attributes and brands.
equal(Object.keys(URL.prototype).join(), 'toString,href,origin,protocol,username,password,host,hostname,port,pathname,' +
  'search,searchParams,hash,toJSON');
equal(Object.keys(URL).join(), 'parse,canParse,createObjectURL,revokeObjectURL');
equal(thrown(() => URL.createObjectURL({})).code, 'ERR_INVALID_ARG_TYPE');
equal(thrown(() => URL.revokeObjectURL()).code, 'ERR_MISSING_ARGS');
equal(Object.prototype.toString.call(url), '[object URL]');
equal(JSON.stringify({ url }), '{"url":"x:y"}');
equal(`${url}`, 'x:y');
equal(Reflect.ownKeys(url).length, 0);
equal(URL.length, 1);
const global = Object.getOwnPropertyDescriptor(globalThis, 'URL');
equal(global.writable && !global.enumerable && global.configurable, true);
for (const part of Object.keys(URL.prototype)) {
  const { get, set, value } = Object.getOwnPropertyDescriptor(URL.prototype, part);
  for (const f of [get, set, value]) if (f) equal(thrown(() => f.call({}, '')).name, 'TypeError', part);
}
class Mine extends URL {}
equal(new Mine('http://a').host, 'a');
equal(require('url').URL, URL);

// Far too much.
const long = 'a'.repeat(1e6);
equal(new URL(`http://h/${long}?${long}#${long}`).pathname.length, 1e6 + 1);
equal(new URL(`http://h/${'../'.repeat(1e5)}x/${'y/'.repeat(1e5)}`).pathname.length, 3 + 2e5);
