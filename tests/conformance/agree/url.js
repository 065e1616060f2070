// URL, URLSearchParams, node:url, node:querystring, node:punycode.
//
// Where Node departs from the standard, and the vm does not, the cases keep away:
// - A path of another than the special schemes that ".." at its end empties loses its slash: 'x:/..'.
// - A relative URL against a base that has an opaque path is accepted for some queries and fragments of the base.
// - An empty query of a base gets lost when the relative URL is a fragment.
// - url.host = '' does not give a URL without a host an empty one.
// - "C:x" at the begin of a file's path is taken for a drive letter by "..".
// - pathToFileURL('C:/', { windows: true }) doubles the slash.
// - A port that begins with something else than a digit, but has one, removes the port: url.port = 'a9', also in
//   url.host; url.host = ':x' empties the host of other than the special schemes.
// - url.pathname = '//x' removes query and fragment when the URL has no host.
// - url.host = 'h:81' forgets the port when the URL had no host or an empty one, and a change of protocol port 0.
// - Changing searchParams strips spaces at the end of an opaque path.
// - A path may keep a segment like ".x" in spite of a ".." behind it: 'http://h//.x/..'.
// - "%" that is no valid escape beside characters beyond ASCII spoils these in URLSearchParams and querystring.
// - querystring.parse mistakes a part of a separator of several characters for something else: parse('=&==', '&&', '==').
// - The rules for domains with letters written from right to left are checked for labels by themselves, and partly;
//   the joining types of rare letters are missing, which decide where U+200C may stand, and a few new marks.

const url = require('url');
const querystring = require('querystring');
const punycode = require('punycode');

const oneIn = (n) => below(n) === 0;
const several = (most, make) => repeat(0, most, make);

// A text with up to three characters of `alphabet` put in, or characters taken out or doubled.
function mutate(text, alphabet) {
  const characters = [...text];
  for (let i = below(4); i > 0; i--) {
    const at = below(characters.length + 1);
    const kind = below(4);
    if (kind < 2) characters.splice(at, 0, pick(alphabet));
    else if (kind === 2) characters.splice(at, 1);
    else characters.splice(at, 0, ...characters.slice(at, at + 2));
  }
  return characters.join('');
}

// What a function gives, or throws: the texts of errors are promised for those with codes only.
function answer(f) {
  try {
    return f();
  } catch (error) {
    return error.code ? ['throws', error.name, error.code, error.message] : ['throws', error.name];
  }
}

const schemes = ['http:', 'https:', 'ws:', 'wss:', 'ftp:', 'file:', 'HTTP:', 'File:', 'data:', 'mailto:', 'javascript:',
  'about:', 'blob:', 'x:', 'non-special:', 'a+b.c-1:', '1x:', 'ht\ntp:', 'http', '', ''];
const slashes = ['', '/', '//', '//', '//', '//', '///', '\\', '\\\\', '/\\', '//\\/'];
const credentials = ['', '', '', '', 'u@', 'u:p@', ':p@', '@', 'u@v@', '%40@', 'ü:é@', 'u:p:q@', ':@', 'a b@', '^|@'];
const hosts = ['example.com', 'EXAMPLE.com', 'a.b.c', 'localhost', 'LocalHost', '127.0.0.1', '0x7f.1', '1', '256', '1.2.3',
  '1.2.3.4.5', '0300.168.0.0xF0', '4294967295', '4294967296', 'a.0x', '1.2.3.08', '[::1]', '[1:2::3]', '[1::2:0:0:3]',
  '[::ffff:1.2.3.4]', '[::1.2.3]', '[1:2:3:4:5:6:7:8]', '[zz]', '[::1', 'bücher.de', 'xn--bcher-kva.de', 'XN--BCHER-KVA',
  'faß.de', '%65x.com', '%C3%BC', 'a%20b', 'a b', '', '', '.', '..', 'a..b', '日本語.jp', '日本。jp', 'a_b', 'a^b', "a'b",
  'C:', 'c|', 'xn--', 'xn--a', 'xn--zzzz', 'a\u00adb', '😀.x', 'e\u0301', '\u0301e', 'ﬃ', 'a\u200db', 'ΣΑΣ', 'H', 'a-', '-a'];
const ports = ['', '', '', '', ':', ':80', ':443', ':21', ':0', ':8080', ':65535', ':65536', ':x', ':8a', ':00080', ': 80'];
const segments = ['', 'a', 'b', 'b c', '.', '..', '%2e', '%2E%2e', '.%2e', '...', 'C:', 'c|', 'D|', 'é', '日本', '%', '%zz',
  'a;b', "a'b", 'a^b', '{x}', '`', '|', 'a\\b', '\\', '~', '%2F', '\t', 'a\nb', '\0', '\ud800', '😀', '\u2028', 'ab:c', '@',
  'x=y', '"<>', '\x7f', '[]'];
const queries = ['', '', '?', '?a=b', '?é', "?'", '?a b', '??', '?\ud800', '?%zz', '?`{}|^', '?\0', '?a=1&b=2', '?\t', '?"<>'];
const hashes = ['', '', '#', '#a', '#é', "#'", '#a b', '##', '#\ud800', '#%zz', '#`{}|^', '#\0', '#?', '#\n', '#"<>'];
const nasty = ['/', '\\', ':', '@', '?', '#', '.', '%', '[', ']', ' ', '\t', '\n', '|', '^', 'a', '1', '-', '+', '=', '&', ';',
  '\0', 'é', '\u00a0', '\ud800', '\udc00', '日', 'C', 'x', '%2e', '%00', '..', '://', "'", '"', '<', '`', '{', '~', '!'];

const path = () => several(4, () => `${oneIn(8) ? '\\' : '/'}${pick(segments)}`).join('');

const isSpecial = (text) => /^\s*(https?|wss?|ftp|file):/i.test(text.replace(/[\t\n\r]/g, ''));
const isOpaque = (text) => URL.canParse(text) && new URL(text).pathname[0] !== '/';
const withoutUpAtEnd = (text) => text.replace(/(\.|%2e)[\t\n\r]*(\.|%2e)[\t\n\r]*(?=[\0- ]*($|[?#]))/gi, 'up');
const withoutDotted = (text) => text.replace(/([/\\])\.(?![.%/\\?#]|$)/g, '$1');
const withoutEmptyQuery = (text) => text.replace(/[?\0- ]*\?[\0- ]*(?=$|#)/g, '');

// Mostly well-formed, sometimes relative, sometimes with accidents.
function draw() {
  const absolute = !oneIn(4);
  let text = '';
  if (absolute) text += pick(schemes);
  if (absolute || oneIn(3)) {
    text += pick(slashes) + (/file/i.test(text) ? '' : pick(credentials)) + pick(hosts) + pick(ports);
  } else {
    text += pick(segments);
  }
  text += path() + pick(queries) + pick(hashes);
  if (oneIn(3)) text = withoutDotted(mutate(text, nasty));
  return isSpecial(text) ? text : withoutUpAtEnd(text);
}

const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const all = (u) => parts.map((part) => u[part]);
const hostless = (url) => /^x:(?!\/\/)/.test(url);
const withHost = (url, host) => /^[\t\n\r]*:/.test(host) || (hostless(url) && /^[\t\n\r]*([/?#]|$)/.test(host)) ? 'h' : host;
const withPort = (url, host) => url.startsWith('x:') ? host.replaceAll(':', '') : host.includes('[') ? host.replace(/\]:(?!\d).*/s, ']') : host.replace(/:(?!\d*$).*/s, '');
const values = {
  href() {
    const text = draw();
    return isSpecial(text) || !URL.canParse(text) ? text : 'ftp://f/x';
  },
  protocol: () => mutate(pick(schemes), nasty),
  username: () => mutate(pick(['', 'u', 'ü:', '%41', 'a b']), nasty),
  password: () => mutate(pick(['', 'p', 'é@', '%', '\0']), nasty),
  host: (url) => withPort(url, withHost(url, mutate(pick(hosts) + pick(ports), nasty))),
  hostname: (url) => withHost(url, mutate(pick(hosts), nasty)),
  port: () => mutate(pick(['', '80', '443', '8080', '65536', 'x', '1x', '008']), nasty)
    .replace(/^([^0-9]|0+($|[^0-9])).*/s, 'x'),
  pathname: (url) => {
    const text = withoutUpAtEnd(mutate(path(), nasty));
    return hostless(url) && /[/\t\n\r]{2}/.test(text) ? '/p' : text;
  },
  search: () => mutate(pick(queries), nasty),
  hash: () => mutate(pick(hashes), nasty),
};

const words = ['', 'a', 'b', 'c', 'aa', 'é', '😀', '\uffff', '\ud800', ' ', '+', '%', '%20', '&', '=', "'", '~!*()', '\0'];
const query = () => mutate(
  several(5, () => pick(words) + pick(['', '=', '=', '==']) + pick(words)).join('&'),
  ['&', '=', '+', '%', '%41', '%e2%82%ac', '%ff', '?', '#', 'é', ';', '\ud800', 'a']);

const formQuery = () => {
  const text = query();
  return /[^\0-\x7f]/.test(text) ? text.replaceAll('%', '') : text;
};

// Calls on a URLSearchParams, as names with arguments.
const calls = () => several(6, () => {
  const name = pick(['append', 'set', 'delete', 'delete', 'get', 'getAll', 'has', 'has', 'sort']);
  const args = name === 'sort' ? [] : [pick(words)];
  if (name === 'append' || name === 'set' || oneIn(3)) args.push(pick([...words, 1, null, undefined]));
  return [name, ...args];
});

// Domains of letters of all scripts written from left to right.
const ranges = [[0x61, 0x7a], [0x41, 0x5a], [0x30, 0x39], [0xa0, 0x24f], [0x300, 0x345], [0x370, 0x52f], [0x900, 0xdff],
  [0xe00, 0xecd], [0xed0, 0xfff], [0x1100, 0x11ff], [0x1e00, 0x1fff], [0x2000, 0x2134], [0x2139, 0x218f], [0x2460, 0x24ff], [0x3000, 0x33ff],
  [0x4e00, 0x9fff], [0xac00, 0xd7a3], [0xf900, 0xfaff], [0xfe00, 0xfe0f], [0xff00, 0xffef], [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f6ff], [0x20000, 0x2a6df], [0x2d, 0x2e]];
function domain() {
  let text = oneIn(4) ? 'xn--' : '';
  for (let i = below(8); i >= 0; i--) {
    const [first, last] = pick(oneIn(2) ? ranges : ranges.slice(0, 4));
    text += String.fromCodePoint(first + below(last - first + 1));
  }
  return text;
}

const scalar = () => pick(['a', 'é b', '', 1, 1.5, -0, 1e21, NaN, true, null, undefined, 12n, {}, ' +&=%', '😀']);
const fields = ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname', 'hash', 'search', 'query', 'pathname', 'path', 'href'];
const legacy = (u) => fields.map((field) => u[field]);
const clean = (text) => text.toWellFormed().replaceAll('\0', '');

const cases = {
  parse() {
    const base = oneIn(2) ? undefined : withoutEmptyQuery(draw());
    let input = draw();
    if (base !== undefined && isOpaque(base) && !URL.canParse(input)) input = `#${input}`;
    if (base !== undefined) input = withoutUpAtEnd(input);
    return [[input, base], () => all(new URL(input, base))];
  },
  again() {
    let input = withoutDotted(mutate(`${pick(schemes)}//${pick(hosts)}${path()}`, nasty));
    if (!isSpecial(input)) input = withoutUpAtEnd(input);
    return [input, () => [all(new URL(input)), URL.canParse(input), new URL(new URL(input).href).href]];
  },
  resolve() {
    let base = `${pick(schemes)}//h${path()}?q#f`;
    if (!isSpecial(base)) base = withoutUpAtEnd(base);
    let input = pick(['', '/', '//', 'http:', 'file:', '?', '#', 'x:']) + path().slice(below(2));
    if (!isSpecial(base) || !isSpecial(input)) input = withoutUpAtEnd(input);
    return [[input, base], () => all(new URL(input, base))];
  },
  set() {
    const start = withoutUpAtEnd(pick(['http://h', 'https://u:p@h:81', 'file://h', 'file://', 'x://h', 'x:', 'x:/.',
      'ws://1.2.3.4']) + path() + pick(queries) + pick(hashes));
    const changes = [];
    for (let i = 1 + below(3); i > 0; i--) {
      const part = pick(Object.keys(values));
      changes.push([part, values[part](start)]);
    }
    return [[start, changes], () => {
      const u = new URL(start);
      return changes.map(([part, value]) => {
        try {
          u[part] = value;
        } catch (error) {
          return error.code;
        }
        return all(u);
      });
    }];
  },
  params() {
    const init = formQuery();
    const todo = calls();
    return [[init, todo], () => {
      const params = new URLSearchParams(init);
      return [todo.map(([name, ...args]) => params[name](...args)), params.toString(), [...params], params.size];
    }];
  },
  live() {
    const start = pick(['http://h/', 'x:y', 'file:///a']) + pick(queries) + pick(hashes);
    const todo = calls();
    const search = formQuery();
    return [[start, todo, search], () => {
      const u = new URL(start);
      const params = u.searchParams;
      const seen = todo.map(([name, ...args]) => [params[name](...args), u.href]);
      u.search = search;
      return [seen, u.href, [...params]];
    }];
  },
  domain() {
    const text = domain();
    return [text, () => [url.domainToASCII(text), url.domainToUnicode(text)]];
  },
  legacyParse() {
    const text = clean(draw());
    const flags = [oneIn(2), oneIn(3)];
    return [[text, flags], () => legacy(url.parse(text, ...flags))];
  },
  legacyResolve() {
    const from = pick(['http://a', 'https://u@a:81', 'file://', '', 'ftp://h', 'x://h', 'mailto:a@b']) + path() + pick(queries);
    const to = clean(pick(['', '', '', '//b', 'http:', 'https://c', 'https:', '?x', '#y', 'mailto:a@b', 'file:']) +
      path().slice(below(2)) + pick(queries));
    return [[clean(from), to], () => url.resolve(clean(from), to)];
  },
  legacyFormat() {
    const object = {};
    const draws = {
      protocol: ['http', 'http:', 'file:', 'x', 'mailto:', 'javascript:', null], slashes: [true, false, null],
      auth: ['u', 'u:p', 'a b:@/', '', null], host: ['h', 'h:1', '', null], hostname: ['n', '::1', '[::1]', '', null],
      port: [80, '81', 0, null], pathname: ['/', 'p', '/a?b#c', '', null, '//x'], search: ['?s', 's', '', null, '?#'],
      query: [{ a: 1, b: [2, 'é'] }, {}, 'q', null], hash: ['#h', 'h', '', null],
    };
    for (const field of Object.keys(draws)) if (oneIn(2)) object[field] = pick(draws[field]);
    return [object, () => url.format(object)];
  },
  formatURL() {
    const input = `http://u:p@${pick(hosts)}:81${path()}?q#f`;
    const options = {};
    for (const name of ['auth', 'fragment', 'search', 'unicode']) if (oneIn(2)) options[name] = oneIn(2);
    return [[input, options], () => [url.format(new URL(input), options), url.urlToHttpOptions(new URL(input))]];
  },
  file() {
    const name = path().replaceAll('\ud800', '');
    const link = `file://${pick(['', '', '', 'h', 'localhost'])}${name}`;
    return [name, () => {
      const answers = [];
      for (const windows of [false, true]) {
        answers.push(answer(() => url.fileURLToPath(link, { windows })));
        answers.push(answer(() => url.pathToFileURL(windows ? `C:${name}x` : `/${name}`, { windows }).href));
      }
      return answers;
    }];
  },
  queryParse() {
    const text = formQuery();
    const separators = oneIn(3) ? [pick(['&', ';', 'a', '', null]), pick(['=', ':', 'b', '', null])] : [];
    const options = { maxKeys: pick([undefined, 0, 1, 2, -1, Infinity]) };
    if (oneIn(4)) options.decodeURIComponent = (s) => `<${decodeURIComponent(s)}>`;
    return [[text, separators, options.maxKeys], () => Object.entries(querystring.parse(text, separators[0], separators[1], options))];
  },
  queryStringify() {
    const object = {};
    for (const name of several(5, () => pick(words).toWellFormed())) {
      object[name] = oneIn(3) ? several(3, () => scalar()) : scalar();
    }
    const separators = oneIn(3) ? [pick(['&', ';', '', null]), pick(['=', ':', '', null])] : [];
    const options = oneIn(4) ? { encodeURIComponent: (s) => `<${s}>` } : undefined;
    return [[object, separators], () => querystring.stringify(object, separators[0], separators[1], options)];
  },
  queryEscape() {
    const text = query().toWellFormed();
    return [text, () => [querystring.escape(text), querystring.unescape(text), [...querystring.unescapeBuffer(text)]]];
  },
  punycode() {
    const text = domain();
    const code = mutate(punycode.encode(text), ['-', 'a', '9', 'z', 'é', 'A']);
    return [[text, code], () => [punycode.encode(text), answer(() => punycode.decode(code)), punycode.toASCII(`x@${text}.${text}`),
      answer(() => punycode.toUnicode(`${code}.xn--${code}`)), punycode.ucs2.decode(text)]];
  },
};

const kinds = Object.keys(cases);
for (let i = 0; i < COUNT; i++) {
  const kind = kinds[i % kinds.length];
  const [input, f] = cases[kind]();
  note(kind, show(input), () => answer(f));
}
flush();
