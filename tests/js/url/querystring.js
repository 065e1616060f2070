// node:querystring.
'use strict';
const querystring = require('node:querystring');
function equal(got, want, text = '') {
  if (got !== want) throw new Error(`${text}: ${String(got)} is not ${String(want)}`);
}

const { parse, stringify } = querystring;
equal(querystring.decode, parse);
equal(querystring.encode, stringify);
for (const [text, want, ...options] of [
  ['', {}], ['a=1&b=2&a=3&a', { a: ['1', '3', ''], b: '2' }], ['&&=x&y=', { '': 'x', 'y': '' }],
  ['a+b=%20c%C3%A9', { 'a b': ' cé' }], ['a=%zz&b=%', { a: '%zz', b: '%' }], ['a:1;b:2', { a: '1', b: '2' }, ';', ':'],
  ['a=>1, b=>2', { a: '1', b: '2' }, ', ', '=>'], ['a&b&c', { a: '', b: '' }, null, null, { maxKeys: 2 }],
  ['a=1=2', { a: '1=2' }], ['__proto__=1&toString=2', JSON.parse('{"__proto__":"1","toString":"2"}')],
  ['a=%41+', { '<a>': '<%41%20>' }, null, null, { decodeURIComponent: (s) => `<${s}>` }],
  ['a=%41', { a: 'A' }, null, null, { decodeURIComponent: () => { throw 1; } }],
]) {
  const got = parse(text, ...options);
  equal(Object.getPrototypeOf(got), null);
  equal(JSON.stringify(got), JSON.stringify(want), text);
}
equal(Object.keys(parse('x&'.repeat(1000) + 'y')).join(), 'x');
equal(parse('x&'.repeat(1000) + 'y', null, null, { maxKeys: 0 }).y, '');
equal(Object.keys(parse(undefined)).length, 0);

for (const [object, want, ...options] of [
  [{ a: 'ü b', b: [1, true, null, undefined, {}, 3n], c: '', d: NaN, e: [] }, 'a=%C3%BC%20b&b=1&b=true&b=&b=&b=&b=3&c=&d='],
  [{ a: 1, b: '=' }, 'a:1;b:%3D', ';', ':'], [{ a: 'x y' }, '<a>=<x y>', null, null, { encodeURIComponent: (s) => `<${s}>` }],
  [{ a: -0, b: 1e21, c: 1e-7 }, 'a=0&b=1e%2B21&c=1e-7'], ['text', ''], [null, ''], [undefined, ''], [{}, ''],
  [Object.create({ inherited: 1 }), ''],
]) {
  equal(stringify(object, ...options), want);
}
equal(querystring.escape("a b!'()*é"), "a%20b!'()*%C3%A9");
equal(querystring.escape({ toString: () => 'x y' }), 'x%20y');
equal(querystring.escape(1), '1');
equal(querystring.unescape('a%20b+%C3%A9'), 'a b+é');
equal(querystring.escape('\ud801test'), '%F0%90%91%B4est');
try {
  querystring.escape('\ud800');
  throw new Error('no error');
} catch (error) {
  equal(`${error.name} ${error.code} ${error.message}`, 'URIError ERR_INVALID_URI URI malformed');
}
