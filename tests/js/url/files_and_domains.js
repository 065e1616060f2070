// node:url: file URLs, domains, options for HTTP, format of WHATWG URLs.
const url = require('node:url');
function equal(got, want, text = '') {
  if (got !== want) throw new Error(`${text}: ${String(got)} is not ${String(want)}`);
}
function code(f) {
  try {
    f();
  } catch (error) {
    return `${error.code} ${error.message}`;
  }
  throw new Error(`${f} threw nothing`);
}
const windows = { windows: true };

equal(url.fileURLToPath('file:///a%20b/%C3%A9%23'), '/a b/é#');
equal(url.fileURLToPath(new URL('file://localhost/x')), '/x');
equal(code(() => url.fileURLToPath('http://a')), 'ERR_INVALID_URL_SCHEME The URL must be of scheme file');
equal(code(() => url.fileURLToPath('file://h/a')),
  'ERR_INVALID_FILE_URL_HOST File URL host must be "localhost" or empty on linux');
equal(code(() => url.fileURLToPath('file:///a%2Fb')),
  'ERR_INVALID_FILE_URL_PATH File URL path must not include encoded / characters');
equal(code(() => url.fileURLToPath({})),
  'ERR_INVALID_ARG_TYPE The "path" argument must be of type string or an instance of URL. Received an instance of Object');
equal(url.fileURLToPath('file:///c:/a%20b', windows), 'c:\\a b');
equal(url.fileURLToPath('file://h/a', windows), '\\\\h\\a');
equal(code(() => url.fileURLToPath('file:///a', windows)), 'ERR_INVALID_FILE_URL_PATH File URL path must be absolute');

equal(url.pathToFileURL('/a b%#?\\\n\r\t/é/').href, 'file:///a%20b%25%23%3F%5C%0A%0D%09/%C3%A9/');
equal(url.pathToFileURL('x').href, url.pathToFileURL(`${process.cwd()}/x`).href);
equal(code(() => url.pathToFileURL(1)),
  'ERR_INVALID_ARG_TYPE The "path" argument must be of type string. Received type number (1)');
equal(url.pathToFileURL('C:\\a\\b#', windows).href, 'file:///C:/a/b%23');
equal(url.pathToFileURL('\\\\srv\\share\\f', windows).href, 'file://srv/share/f');
equal(code(() => url.pathToFileURL('\\\\srv', windows)),
  "ERR_INVALID_ARG_VALUE The argument 'path' Missing UNC resource path. Received '\\\\\\\\srv'");
for (const path of ['/', '/a', '/a/', '/%25', '/ü ?#\\']) equal(url.fileURLToPath(url.pathToFileURL(path)), path);

equal(url.domainToASCII('español.com'), 'xn--espaol-zwa.com');
equal(url.domainToASCII('xn--iñvalid.com'), '');
equal(url.domainToASCII('1.2'), '1.0.0.2');
equal(url.domainToASCII('a b'), '');
equal(url.domainToUnicode('xn--fsq.xn--p1ai.com'), '例.рф.com');
equal(code(() => url.domainToASCII()), 'ERR_MISSING_ARGS The "domain" argument must be specified');

const options = url.urlToHttpOptions(new URL('http://u%20:p@[::1]:81/a?b#c'));
equal(Object.getPrototypeOf(options), null);
equal(JSON.stringify(options), '{"protocol":"http:","hostname":"::1","hash":"#c","search":"?b","pathname":"/a",' +
  '"path":"/a?b","href":"http://u%20:p@[::1]:81/a?b#c","port":81,"auth":"u :p"}');

const u = new URL('http://u:p@xn--fa-hia.de:8/x?y#z');
equal(url.format(u), 'http://u:p@xn--fa-hia.de:8/x?y#z');
equal(url.format(u, { fragment: false, search: false }), 'http://u:p@xn--fa-hia.de:8/x');
equal(url.format(u, { auth: false, unicode: true }), 'http://faß.de:8/x?y#z');
equal(code(() => url.format(u, 1)),
  'ERR_INVALID_ARG_TYPE The "options" argument must be of type object. Received type number (1)');
