// URL, URLSearchParams, node:url, node:querystring, node:punycode.
//
// Where node 20 departs from the standard, and vm does not, the cases keep away:
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

const path = (random) => random.several(4, () => `${random.once(8) ? '\\' : '/'}${random.pick(segments)}`).join('');

const isSpecial = (text) => /^\s*(https?|wss?|ftp|file):/i.test(text.replace(/[\t\n\r]/g, ''));
const isOpaque = (text) => URL.canParse(text) && new URL(text).pathname[0] !== '/';
const withoutUpAtEnd = (text) => text.replace(/(\.|%2e)[\t\n\r]*(\.|%2e)[\t\n\r]*(?=$|[?#])/gi, 'up');
const withoutEmptyQuery = (text) => text.replace(/[?\0- ]*\?[\0- ]*(?=$|#)/g, '');

// Mostly well-formed, sometimes relative, sometimes with accidents.
function draw(random) {
  const absolute = !random.once(4);
  let text = '';
  if (absolute) text += random.pick(schemes);
  if (absolute || random.once(3)) {
    text += random.pick(slashes) + (/file/i.test(text) ? '' : random.pick(credentials)) + random.pick(hosts) + random.pick(ports);
  } else {
    text += random.pick(segments);
  }
  text += path(random) + random.pick(queries) + random.pick(hashes);
  if (random.once(3)) text = random.mutate(text, nasty).replace(/([/\\])\.(?![.%/\\?#]|$)/g, '$1');
  return isSpecial(text) ? text : withoutUpAtEnd(text);
}

const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
const all = (u) => parts.map((part) => u[part]);
const hostless = (url) => /^x:(?!\/\/)/.test(url);
const withHost = (url, host) => /^[\t\n\r]*:/.test(host) || (hostless(url) && /^[\t\n\r]*([/?#]|$)/.test(host)) ? 'h' : host;
const withPort = (url, host) => url.startsWith('x:') ? host.replaceAll(':', '') : host.includes('[') ? host.replace(/\]:(?!\d).*/s, ']') : host.replace(/:(?!\d*$).*/s, '');
const values = {
  href(random) {
    const text = draw(random);
    return isSpecial(text) || !URL.canParse(text) ? text : 'ftp://f/x';
  },
  protocol: (random) => random.mutate(random.pick(schemes), nasty),
  username: (random) => random.mutate(random.pick(['', 'u', 'ü:', '%41', 'a b']), nasty),
  password: (random) => random.mutate(random.pick(['', 'p', 'é@', '%', '\0']), nasty),
  host: (random, url) => withPort(url, withHost(url, random.mutate(random.pick(hosts) + random.pick(ports), nasty))),
  hostname: (random, url) => withHost(url, random.mutate(random.pick(hosts), nasty)),
  port: (random) => random.mutate(random.pick(['', '80', '443', '8080', '65536', '0', 'x', '1x', '00']), nasty)
    .replace(/^[^0-9].*/s, 'x'),
  pathname: (random, url) => {
    const text = withoutUpAtEnd(random.mutate(path(random), nasty));
    return hostless(url) && /[/\t\n\r]{2}/.test(text) ? '/p' : text;
  },
  search: (random) => random.mutate(random.pick(queries), nasty),
  hash: (random) => random.mutate(random.pick(hashes), nasty),
};

const words = ['', 'a', 'b', 'c', 'aa', 'é', '😀', '\uffff', '\ud800', ' ', '+', '%', '%20', '&', '=', "'", '~!*()', '\0'];
const query = (random) => random.mutate(
  random.several(5, () => random.pick(words) + random.pick(['', '=', '=', '==']) + random.pick(words)).join('&'),
  ['&', '=', '+', '%', '%41', '%e2%82%ac', '%ff', '?', '#', 'é', ';', '\ud800', 'a']);

const formQuery = (random) => {
  const text = query(random);
  return /[^\0-\x7f]/.test(text) ? text.replaceAll('%', '') : text;
};

// Calls on a URLSearchParams, as names with arguments.
const calls = (random) => random.several(6, () => {
  const name = random.pick(['append', 'set', 'delete', 'delete', 'get', 'getAll', 'has', 'has', 'sort']);
  const args = name === 'sort' ? [] : [random.pick(words)];
  if (name === 'append' || name === 'set' || random.once(3)) args.push(random.pick([...words, 1, null, undefined]));
  return [name, ...args];
});

// Domains of letters of all scripts written from left to right.
const ranges = [[0x61, 0x7a], [0x41, 0x5a], [0x30, 0x39], [0xa0, 0x24f], [0x300, 0x345], [0x370, 0x52f], [0x900, 0xdff],
  [0xe00, 0xecd], [0xed0, 0xfff], [0x1100, 0x11ff], [0x1e00, 0x1fff], [0x2000, 0x2134], [0x2139, 0x218f], [0x2460, 0x24ff], [0x3000, 0x33ff],
  [0x4e00, 0x9fff], [0xac00, 0xd7a3], [0xf900, 0xfaff], [0xfe00, 0xfe0f], [0xff00, 0xffef], [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f6ff], [0x20000, 0x2a6df], [0x2d, 0x2e]];
function domain(random) {
  let text = random.once(4) ? 'xn--' : '';
  for (let i = random.below(8); i >= 0; i--) {
    const [first, last] = random.pick(random.once(2) ? ranges : ranges.slice(0, 4));
    text += String.fromCodePoint(first + random.below(last - first + 1));
  }
  return text;
}

const scalar = (random) => random.pick(['a', 'é b', '', 1, 1.5, -0, 1e21, NaN, true, null, undefined, 12n, {}, ' +&=%', '😀']);
const fields = ['protocol', 'slashes', 'auth', 'host', 'port', 'hostname', 'hash', 'search', 'query', 'pathname', 'path', 'href'];
const legacy = (u) => fields.map((field) => u[field]);
const clean = (text) => text.toWellFormed().replaceAll('\0', '');

subject({
  parse(random) {
    const base = random.once(2) ? undefined : withoutEmptyQuery(draw(random));
    let input = draw(random);
    if (base !== undefined && isOpaque(base) && !URL.canParse(input)) input = `#${input}`;
    if (base !== undefined) input = withoutUpAtEnd(input);
    return [[input, base], () => all(new URL(input, base))];
  },
  again(random) {
    let input = random.mutate(`${random.pick(schemes)}//${random.pick(hosts)}${path(random)}`, nasty);
    if (!isSpecial(input)) input = withoutUpAtEnd(input);
    return [input, () => [all(new URL(input)), URL.canParse(input), new URL(new URL(input).href).href]];
  },
  resolve(random) {
    let base = `${random.pick(schemes)}//h${path(random)}?q#f`;
    if (!isSpecial(base)) base = withoutUpAtEnd(base);
    let input = random.pick(['', '/', '//', 'http:', 'file:', '?', '#', 'x:']) + path(random).slice(random.below(2));
    if (!isSpecial(base) || !isSpecial(input)) input = withoutUpAtEnd(input);
    return [[input, base], () => all(new URL(input, base))];
  },
  set(random) {
    const start = withoutUpAtEnd(random.pick(['http://h', 'https://u:p@h:81', 'file://h', 'file://', 'x://h', 'x:', 'x:/.',
      'ws://1.2.3.4']) + path(random) + random.pick(queries) + random.pick(hashes));
    const changes = [];
    for (let i = 1 + random.below(3); i > 0; i--) {
      const part = random.pick(Object.keys(values));
      changes.push([part, values[part](random, start)]);
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
  params(random) {
    const init = formQuery(random);
    const todo = calls(random);
    return [[init, todo], () => {
      const params = new URLSearchParams(init);
      return [todo.map(([name, ...args]) => params[name](...args)), params.toString(), [...params], params.size];
    }];
  },
  live(random) {
    const start = random.pick(['http://h/', 'x:y', 'file:///a']) + random.pick(queries) + random.pick(hashes);
    const todo = calls(random);
    const search = formQuery(random);
    return [[start, todo, search], () => {
      const u = new URL(start);
      const params = u.searchParams;
      const seen = todo.map(([name, ...args]) => [params[name](...args), u.href]);
      u.search = search;
      return [seen, u.href, [...params]];
    }];
  },
  domain(random) {
    const text = domain(random);
    return [text, () => [url.domainToASCII(text), url.domainToUnicode(text)]];
  },
  legacyParse(random) {
    const text = clean(draw(random));
    const flags = [random.once(2), random.once(3)];
    return [[text, flags], () => legacy(url.parse(text, ...flags))];
  },
  legacyResolve(random) {
    const from = random.pick(['http://a', 'https://u@a:81', 'file://', '', 'ftp://h']) + path(random) + random.pick(queries);
    const to = clean(random.pick(['', '', '', '//b', 'http:', 'https://c', 'https:', '?x', '#y', 'mailto:a@b', 'file:']) +
      path(random).slice(random.below(2)) + random.pick(queries));
    return [[clean(from), to], () => url.resolve(clean(from), to)];
  },
  legacyFormat(random) {
    const object = {};
    const draws = {
      protocol: ['http', 'http:', 'file:', 'x', 'mailto:', 'javascript:', null], slashes: [true, false, null],
      auth: ['u', 'u:p', 'a b:@/', '', null], host: ['h', 'h:1', '', null], hostname: ['n', '::1', '[::1]', '', null],
      port: [80, '81', 0, null], pathname: ['/', 'p', '/a?b#c', '', null, '//x'], search: ['?s', 's', '', null, '?#'],
      query: [{ a: 1, b: [2, 'é'] }, {}, 'q', null], hash: ['#h', 'h', '', null],
    };
    for (const field of Object.keys(draws)) if (random.once(2)) object[field] = random.pick(draws[field]);
    return [object, () => url.format(object)];
  },
  formatURL(random) {
    const input = `http://u:p@${random.pick(hosts)}:81${path(random)}?q#f`;
    const options = {};
    for (const name of ['auth', 'fragment', 'search', 'unicode']) if (random.once(2)) options[name] = random.once(2);
    return [[input, options], () => [url.format(new URL(input), options), url.urlToHttpOptions(new URL(input))]];
  },
  file(random) {
    const name = path(random).replaceAll('\ud800', '');
    const link = `file://${random.pick(['', '', '', 'h', 'localhost'])}${name}`;
    return [name, () => {
      const answers = [];
      for (const windows of [false, true]) {
        answers.push(answer(() => url.fileURLToPath(link, { windows })));
        answers.push(answer(() => url.pathToFileURL(windows ? `C:${name}x` : `/${name}`, { windows }).href));
      }
      return answers;
    }];
  },
  queryParse(random) {
    const text = formQuery(random);
    const separators = random.once(3) ? [random.pick(['&', ';', 'a', '', null]), random.pick(['=', ':', 'b', '', null])] : [];
    const options = { maxKeys: random.pick([undefined, 0, 1, 2, -1, Infinity]) };
    if (random.once(4)) options.decodeURIComponent = (s) => `<${decodeURIComponent(s)}>`;
    return [[text, separators, options.maxKeys], () => Object.entries(querystring.parse(text, separators[0], separators[1], options))];
  },
  queryStringify(random) {
    const object = {};
    for (const name of random.several(5, () => random.pick(words).toWellFormed())) {
      object[name] = random.once(3) ? random.several(3, () => scalar(random)) : scalar(random);
    }
    const separators = random.once(3) ? [random.pick(['&', ';', '', null]), random.pick(['=', ':', '', null])] : [];
    const options = random.once(4) ? { encodeURIComponent: (s) => `<${s}>` } : undefined;
    return [[object, separators], () => querystring.stringify(object, separators[0], separators[1], options)];
  },
  queryEscape(random) {
    const text = query(random).toWellFormed();
    return [text, () => [querystring.escape(text), querystring.unescape(text), [...querystring.unescapeBuffer(text)]]];
  },
  punycode(random) {
    const text = domain(random);
    const code = random.mutate(punycode.encode(text), ['-', 'a', '9', 'z', 'é', 'A']);
    return [[text, code], () => [punycode.encode(text), answer(() => punycode.decode(code)), punycode.toASCII(`x@${text}.${text}`),
      answer(() => punycode.toUnicode(`${code}.xn--${code}`)), punycode.ucs2.decode(text)]];
  },
});
