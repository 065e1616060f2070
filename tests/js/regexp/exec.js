// exec and test: results, lastIndex, named groups, indices.
const show = v => JSON.stringify(v, (k, x) => x === undefined ? 'undefined' : x);
const m = /(?<year>\d{4})-(?<month>\d\d)?/.exec('in 2024-');
console.log(show(m), m.index, m.input, show(m.groups), Object.getPrototypeOf(m.groups));
console.log(Object.keys(m).join(), Object.keys(Object.getOwnPropertyDescriptors(m)).join(), Array.isArray(m));
console.log(/x/.exec('abc'), /(?:)/.exec().index, /undefined/.test());
const g = /a/g;
console.log(g.test('aba'), g.lastIndex, g.test('aba'), g.lastIndex, g.test('aba'), g.lastIndex);
const y = /a/y;
console.log(y.test('ba'), y.lastIndex, (y.lastIndex = 1, y.test('ba')), y.lastIndex);
const i = /(?<a>x)(?<b>y)?/d.exec('  xz').indices;
console.log(show(i), show(i.groups), Object.keys(i).join());
g.lastIndex = { valueOf() { return 2; } };
console.log(g.exec('aba').index, g.lastIndex);
g.lastIndex = -5;
console.log(g.exec('aba').index, g.lastIndex);
g.lastIndex = 2 ** 40;
console.log(g.exec('aba'), g.lastIndex);
g.lastIndex = 1.7;
console.log(g.exec('aba').index, g.lastIndex);
const frozen = Object.freeze(/a/g);
try { frozen.exec('b'); } catch (e) { console.log(e.name); }
try { frozen.exec('a'); } catch (e) { console.log(e.name); }
console.log(Object.freeze(/a/).exec('ba').index);
console.log(show(Object.getOwnPropertyDescriptor(/a/, 'lastIndex')), delete /a/.constructor);
console.log(/\u{1F600}/u.exec('x😀').index, /^.$/u.test('😀'), /^.$/.test('😀'), /./gu.exec('😀')[0].length);
const u = /./gu;
u.lastIndex = 1;
console.log(u.exec('😀b').index, u.lastIndex);
for (let k = 0, r; k < 2; k++) { const s = /a/g; r = r === s; s.lastIndex = 7; console.log(r, /a/g.lastIndex); }
const many = new RegExp('()'.repeat(300) + '(z)');
const result = many.exec('z');
console.log(result.length, result[301], result[300] === '');
const names = Array.from({ length: 1500 }, (_, k) => '(?<n' + k + '>.)').join('');
const named = new RegExp(names).exec('q'.repeat(1499) + 'r');
console.log(Object.keys(named.groups).length, named.groups.n1499, named.groups.n0);
console.log(new RegExp(names).exec('s'.repeat(1500)).groups.n700);
// expect: ["2024-","2024","undefined"] 3 in 2024- {"year":"2024","month":"undefined"} null
// expect: 0,1,2,index,input,groups 0,1,2,length,index,input,groups true
// expect: null 0 true
// expect: true 1 true 3 false 0
// expect: false 0 true 2
// expect: [[2,3],[2,3],"undefined"] {"a":[2,3],"b":"undefined"} 0,1,2,groups
// expect: 2 3
// expect: 0 1
// expect: null 0
// expect: 2 3
// expect: TypeError
// expect: TypeError
// expect: 1
// expect: {"value":0,"writable":true,"enumerable":false,"configurable":false} true
// expect: 1 true false 2
// expect: 0 2
// expect: false 0
// expect: false 0
// expect: 302 z true
// expect: 1500 r q
// expect: s
