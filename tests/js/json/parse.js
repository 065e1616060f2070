// Texts to values.
console.log(JSON.parse(' [1, -0, 1e3, "a\\u0041\\n", true, false, null, {}] ').map((x) => Object.is(x, -0) ? '-0' : String(x)).join('|'));
// expect: 1|-0|1000|aA
// expect: |true|false|null|[object Object]
for (const n of ['0', '-0', '1.5', '123456789', '1234567890', '-2147483648', '4294967296', '9007199254740993', '0.1', '1e22', '1e23', '5e-324', '1.7976931348623157e308', '1e400', '-1e400', '123456789012345678', '1234567890123456789', '0.000001', '1E-7', '2.2250738585072011e-308'])
    if (!Object.is(JSON.parse(n), Number(n)) || !Object.is(JSON.parse('["€",' + n + ']')[1], Number(n))) throw new Error(n);
// Properties: order, repetition, indices, __proto__.
const o = JSON.parse('{"b":1,"2":2,"a":3,"1":4,"b":5,"__proto__":6,"":7}');
console.log(Object.keys(o).join(), o.b, o['__proto__'], Object.getPrototypeOf(o) === Object.prototype, o['']); // expect: 1,2,b,a,__proto__, 5 6 true 7
console.log(JSON.stringify(JSON.parse('{"a":{"a":{"a":1,"b":2}},"b":{"a":1,"b":{"b":[{"a":1},{"b":1},{"a":2,"b":3}]}}}'))); // expect: {"a":{"a":{"a":1,"b":2}},"b":{"a":1,"b":{"b":[{"a":1},{"b":1},{"a":2,"b":3}]}}}
const rows = JSON.parse('[' + Array.from({ length: 100 }, (_, i) => `{"id":${i},"na\\u006de":"n${i}","t":{"x":${i}},"\\\\":1,"\\"":2}`).join() + ']');
console.log(rows.every((r, i) => r.id === i && r.name === 'n' + i && r.t.x === i && r['\\'] === 1 && r['"'] === 2), Object.keys(rows[99]).join()); // expect: true id,name,t,\,"
// Objects stay ordinary: they can grow, shrink and differ.
rows[0].more = 1; delete rows[1].id; rows[2][5] = 1;
console.log(Object.keys(rows[0]).join(), Object.keys(rows[1]).join(), Object.keys(rows[2]).join(), Object.keys(rows[3]).join()); // expect: id,name,t,\,",more name,t,\," 5,id,name,t,\," id,name,t,\,"
const wide = {};
for (let i = 0; i < 3000; i++) wide['key' + i] = i;
const copy = JSON.parse(JSON.stringify(wide));
console.log(Object.keys(copy).length, copy.key2999, copy.key0); // expect: 3000 2999 0
for (const count of [1, 4, 5, 63, 64, 65, 127, 128, 129, 130]) {
    const text = '{' + Array.from({ length: count }, (_, i) => `"k${i}":${i}`).join() + '}';
    if (JSON.stringify(JSON.parse(text)) !== text || JSON.stringify(JSON.parse(`[${text},${text}]`)) !== `[${text},${text}]`) throw new Error(String(count));
}
// Units beyond Latin-1, surrogates as they are.
console.log(JSON.parse('"é€\\ud83d\\ude00😀"'), JSON.parse('"\ud800"').charCodeAt(0).toString(16), JSON.parse('{"€":["é"]}')['€'][0]); // expect: é€😀😀 d800 é
// Conversion of the argument.
console.log(JSON.parse(null), JSON.parse({ toString() { return '[7]'; } })[0], JSON.parse('1', 5), JSON.parse.length); // expect: null 7 1 2
// Depth is no limit.
let deep = JSON.parse('['.repeat(100000) + ']'.repeat(100000)), n = 0;
while (deep) { n++; deep = deep[0]; }
console.log(n); // expect: 100000
