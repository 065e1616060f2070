// Templates: cooked and raw text, nesting, conversion by toString, tags with a frozen cached strings array.
const o = { toString: () => 'text', valueOf: () => 'value' };
console.log(`${o} and ${1 + 1}${''}${`nested ${`deep`}`}`); // expect: text and 2nested deep
console.log(`line
two \u0041 \x42 \${} \``.split('\n').length); // expect: 2
function tag(strings, ...values) { return strings.raw.join('_') + ':' + strings.join('_') + ':' + values.join(); }
console.log(tag`a\n${1}b${2}`); // expect: a\n_b_:a
// expect: _b_:1,2
const same = () => (s => s)`x`;
const first = same();
console.log(first === same(), Object.isFrozen(first), Object.isFrozen(first.raw)); // expect: true true true
console.log((s => s[0] === undefined && s.raw[0])`\unicode`); // expect: \unicode
console.log(String.raw`\u00e9${1}\n`); // expect: \u00e91\n
const obj = { f(s) { return this === obj && s[0]; } };
console.log(obj.f`method`, obj['f']`computed`); // expect: method computed
