// qs: nested objects, arrays of all formats, options of parsing and writing, charsets, limits, round trips.
const qs = require('qs');

const show = (value) => console.dir(value, { depth: 12 });
const inputs = ['a=c', 'foo[bar][baz]=x&foo[bar][q]=y', 'a[]=b&a[]=c&a=d', 'a[1]=c&a[0]=b&a[25]=z', 'a[100]=b', 'a.b.c=1', 'a[b]=1&a=2', 'a%5Bb%5D=%26%3D+x', '=x&&a&b=&c', 'a[__proto__][x]=1&a[hasOwnProperty]=2', 'a[b][c][d][e][f][g][h]=deep', 'x=%E2%98%BA&y=%zz&z=a+b', 'a[]=&a[]', 'a=1;b=2', '?q=1', 'a[[]b]=c', '[]=a&[x]=b', 'a[0][b]=1&a[0][c]=2&a[1][b]=3', 'toString=1', 'a[b=1&c]d=2'];
for (const input of inputs) show([input, qs.parse(input)]);
show(qs.parse('a.b=1&c[d.e]=2', { allowDots: true, decodeDotInKeys: true }));
show(qs.parse('?a=1;b=2', { ignoreQueryPrefix: true, delimiter: /[;&]/ }));
show([qs.parse('a=b,c&d=', { comma: true }), qs.parse('a=&b', { strictNullHandling: true, allowEmptyArrays: true }), qs.parse('a[b][c][d]=1', { depth: 1 }), qs.parse('a=1&b=2&c=3', { parameterLimit: 2 }), qs.parse('a[5]=x', { allowSparse: true }), qs.parse('a[2]=x', { parseArrays: false }), qs.parse('a[25]=x', { arrayLimit: 30 }), qs.parse('a=1&a=2', { duplicates: 'last' })]);
show([qs.parse('utf8=%E2%9C%93&a=%C3%B8', { charset: 'iso-8859-1', charsetSentinel: true }), qs.parse('a=%F8&b=%26%239786%3B', { charset: 'iso-8859-1', interpretNumericEntities: true }), qs.parse('a=1&b=true&c=x', { decoder: (s, d, charset, type) => type === 'value' && /^\d+$/.test(s) ? Number(s) : s === 'true' ? true : d(s) }), Object.getPrototypeOf(qs.parse('a=1', { plainObjects: true })), qs.parse({ 'a[b]': '1', 'a[c]': [1, 2] })]);
const value = { a: 'b c', list: ['x', 'y', { z: [1, 2] }], empty: [], nothing: null, undef: undefined, date: new Date(0), no: false, n: 1.5, deep: { 'k.x': { 'y[z]': '&=' } }, big: 10n, text: '☺\u{1F600}é~!*()\'', fn() {} };
for (const options of [{}, { encode: false }, { arrayFormat: 'brackets' }, { arrayFormat: 'repeat', skipNulls: true }, { arrayFormat: 'comma', commaRoundTrip: true, encodeValuesOnly: true }, { allowDots: true, encodeDotInKeys: true }, { strictNullHandling: true, allowEmptyArrays: true, addQueryPrefix: true }, { delimiter: ';', format: 'RFC1738' }, { charset: 'iso-8859-1', charsetSentinel: true }, { sort: (a, b) => a < b ? 1 : -1, filter: ['a', 'list', 0, 'n'] }, { filter: (prefix, v) => prefix === 'deep' ? undefined : v instanceof Date ? v.getTime() : v, serializeDate: (d) => 'never' }, { encoder: (s, d, charset, type) => type === 'key' ? `<${s}>` : d(s) }, { indices: false, encodeValuesOnly: true }]) console.log(qs.stringify(value, options));
const cyclic = { a: {} };
cyclic.a.self = cyclic;
for (const bad of [() => qs.stringify(cyclic), () => qs.parse('a=1', { charset: 'x' }), () => qs.parse('a', { decoder: 5 }), () => qs.stringify({}, { encoder: 'x' }), () => qs.parse('a[b][c]=1', { depth: 1, strictDepth: true }), () => qs.parse('a=1&b=2', { parameterLimit: 1, throwOnLimitExceeded: true }), () => qs.parse('a[]=1&a[]=2', { arrayLimit: 1, throwOnLimitExceeded: true }), () => qs.stringify({}, { format: 'X' })]) {
  try { show(bad()); } catch (error) { console.log(error.name, error.message); }
}
console.log(qs.stringify(null), qs.stringify(undefined), qs.stringify('text'), qs.stringify(['x']), qs.formats.default, Object.keys(qs));
const wide = {};
for (let i = 0; i < 300; i++) wide[`key${i}`] = { list: [i, `v ${i}`], nested: { deep: { x: `${i}%` } } };
const text = qs.stringify(wide), back = qs.parse(text, { parameterLimit: Infinity });
console.log(text.length, Object.keys(back).length, JSON.stringify(back.key299), qs.stringify(back) === text);
import('qs').then((module) => console.log(Object.keys(module).sort().join(), module.default === qs));
