// replace and replaceAll with regular expressions: the meaning of $, functions, and what they may do.
console.log('abcabc'.replace(/b(c)/, '[$&|$1|$`|$\'|$$|$2|$01|$10|$0|$00]'));
console.log('abc'.replace(/(?<x>b)(?<y>q)?/, '<$<x>$<y>$<z>$<x>'), 'abc'.replace(/b/, '$<x>'), 'abc'.replace(/(?<x>b)/, '$<x'));
console.log('aaa'.replace(/a/g, '$'), 'aaa'.replace(/a/g, '$$'), 'abc'.replace(/(?:)/g, '-'), '😀'.replace(/(?:)/gu, '-'));
console.log('abcdefghijkl'.replace(/(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)/, '$11-$10-$1-$12-$011'));
console.log('x1y22'.replace(/\d+/g, d => d.length), 'x1y22'.replaceAll(/\d/g, '#'));
console.log('ab'.replace(/(?<first>a)(c)?/, (...a) => JSON.stringify(a.slice(0, -1).map(String)) + a.at(-1).first));
const re = /a/g;
re.lastIndex = 5;
console.log('aab'.replace(re, () => { re.lastIndex = 1; re.compile('b', 'g'); return 'z'; }), re.lastIndex, String(re));
const y = /a/y;
y.lastIndex = 1;
console.log('aaa'.replace(y, 'x'), y.lastIndex, 'baa'.replace(y, 'x'), y.lastIndex);
console.log('aXbX'.replace(/x/gi, (m, at) => m + at), 'abc'.replace(/q/g, '!'), ''.replace(/^$/, 'empty'));
try { 'a'.replaceAll(/a/, 'b'); } catch (e) { console.log(e.name, e.message); }
try { 'aaa'.replace(/a/g, () => { throw new RangeError('stop'); }); } catch (e) { console.log(e.message); }
console.log('a'.repeat(5).replace(/a/g, (m, at) => 'b'.repeat(at)), 'été'.replace(/é/g, '☃'), '☃é'.replace(/☃/, 'e').length);
const parts = 'k1=v1;k2=v2'.replace(new RegExp('(\\w)'.repeat(2) + '()'.repeat(20) + '=', 'g'), (...a) => a.length);
console.log(parts);
const fake = { exec() { return this.done ? null : (this.done = true, { 0: 'bc', index: 1.9, length: 2, 1: 7, groups: { n: 'N' } }); }, flags: 'g' };
console.log(RegExp.prototype[Symbol.replace].call(fake, 'abcd', '[$&$1$<n>]'));
const far = { exec() { return this.done ? null : (this.done = true, { 0: 'abcdefgh', index: 99, length: 1 }); }, flags: 'g' };
console.log(RegExp.prototype[Symbol.replace].call(far, 'abc', "<$'$`>"));
// expect: a[bc|c|a|abc|$|$2|c|c0|$0|$00]abc
// expect: a<bbc a$<x>c a$<xc
// expect: $$$ $$$ -a-b-c- -😀-
// expect: k-j-a-a2-a1l
// expect: x1y2 x#y##
// expect: ["a","a","undefined","0","ab"]ab
// expect: zzb 0 /b/g
// expect: axa 2 bax 3
// expect: aX1bX3 abc empty
// expect: TypeError String.prototype.replaceAll called with a non-global RegExp argument
// expect: stop
// expect: bbbbbbbbbb ☃t☃ 2
// expect: 25v1;25v2
// expect: a[bc7N]d
// expect: abc<abc>
