// split, match, matchAll and search.
const show = v => JSON.stringify(v, (k, x) => x === undefined ? 'undefined' : x);
console.log(show('a1b2c'.split(/\d/)), show('a1b2c'.split(/(\d)(x)?/)), show('a1b2c'.split(/\d/, 2)), show('a1b2c'.split(/(\d)/, 2)));
console.log(show('abc'.split(/(?:)/)), show('😀b'.split(/(?:)/u)), show('😀b'.split(/(?:)/).length), show(''.split(/x/)), show(''.split(/(?:)/)));
console.log(show('A<B>b</B>'.split(/<(\/)?([^<>]+)>/)), show('ab'.split(/a*?/)), show('ab'.split(/a*/)), show('abc'.split(/$/)), show('abc'.split(/b/y)));
console.log(show('a,b'.split(/,/, 0)), show('a,b'.split(/,/, -1)), show('a,b'.split(/,/, '1')), show('a,b,c'.split(/,/, 2 ** 32 + 1)));
console.log(show('abab'.match(/b/g)), 'abab'.match(/c/g), 'abab'.match(/b/).index, show('aab'.match(/a/gy)), show('x😀'.match(/(?:)/gu).length));
console.log('abc'.search(/c/g), 'abc'.search(/d/), 'abc'.search(/b/y), 'abc'.search());
const r = /(?<l>[a-z])(\d)/g;
r.lastIndex = 2;
console.log([...'a1b2c3'.matchAll(r)].map(m => m.index + m[1] + m.groups.l).join(), r.lastIndex);
try { 'a'.matchAll(/a/); } catch (e) { console.log(e.name, e.message); }
const it = 'aa'.matchAll(/a/g);
console.log(Object.prototype.toString.call(it), it[Symbol.iterator]() === it, it.next().value.index, it.next().done, it.next().done, it.next().value);
console.log([...RegExp.prototype[Symbol.matchAll].call(/a/, 'xaa')].length, [...'aab'.matchAll('a')].length);
console.log(show('one  two'.split(/\s+/)), show('line\r\nnext\nlast'.split(/\r?\n/)), show('a b'.split(/( )/)));
let count = 0;
for (const m of 'x'.repeat(1000).matchAll(/x/g)) count += m.index;
console.log(count);
const last = /a/g;
last.lastIndex = 9;
console.log('aa'.search(last), last.lastIndex, show('aa'.match(last)), last.lastIndex);
// expect: ["a","b","c"] ["a","1","undefined","b","2","undefined","c"] ["a","b"] ["a","1"]
// expect: ["a","b","c"] ["😀","b"] 3 [""] []
// expect: ["A","undefined","B","b","/","B",""] ["a","b"] ["","b"] ["abc"] ["a","c"]
// expect: [] ["a","b"] ["a"] ["a"]
// expect: ["b","b"] null 1 ["a","a"] 3
// expect: 2 -1 -1 0
// expect: 2bb,4cc 2
// expect: TypeError String.prototype.matchAll called with a non-global RegExp argument
// expect: [object RegExp String Iterator] true 0 false true undefined
// expect: 1 2
// expect: ["one","two"] ["line","next","last"] ["a"," ","b"]
// expect: 499500
// expect: 0 9 ["a","a"] 0
