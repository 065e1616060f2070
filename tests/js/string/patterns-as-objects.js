// Methods that take patterns: what objects with the symbols are given, and the order of conversions.
const seen = [];
const pattern = {
    [Symbol.match](s) { seen.push('match', s); return 'm'; },
    [Symbol.matchAll](s) { seen.push('matchAll', s); return 'M'; },
    [Symbol.replace](s, r) { seen.push('replace', s, r); return 'r'; },
    [Symbol.search](s) { seen.push('search', s); return 's'; },
    [Symbol.split](s, l) { seen.push('split', s, l); return 'p'; },
    flags: 'g',
};
console.log('abc'.match(pattern), 'abc'.matchAll(pattern), 'abc'.replace(pattern, 1), 'abc'.replaceAll(pattern, 2), 'abc'.search(pattern), 'abc'.split(pattern, 3)); // expect: m M r r s p
console.log(seen.join()); // expect: match,abc,matchAll,abc,replace,abc,1,replace,abc,2,search,abc,split,abc,3
for (const method of ['includes', 'startsWith', 'endsWith']) { try { 'abc'[method](pattern); } catch (e) { console.log(e.message); } }
// expect: First argument to String.prototype.includes must not be a regular expression
// expect: First argument to String.prototype.startsWith must not be a regular expression
// expect: First argument to String.prototype.endsWith must not be a regular expression
try { 'abc'.replaceAll({ [Symbol.match]: true, flags: 'i' }); } catch (e) { console.log(e.name); } // expect: TypeError
const order = [];
const named = name => ({ toString() { order.push(name); return name; }, valueOf() { order.push(name); return 2; } });
String.prototype.split.call(named('s'), named('separator'), named('limit'));
String.prototype.replace.call(named('s'), named('from'), named('to'));
String.prototype.padStart.call(named('s'), { valueOf() { order.push('length'); return 9; } }, named('fill'));
console.log(order.join()); // expect: s,limit,separator,s,from,to,s,length,fill
console.log('a-b-c'.split('-', 2).join('|'), 'abc'.split('').join('|'), 'abc'.split('', 2).join('|'), 'a'.split().length, ''.split('').length, 'ab'.split('x').join(), 'abc'.split('c').length, 'x'.split('x', 0).length); // expect: a|b a|b|c a|b 1 0 ab 2 0
console.log('abcabc'.replace('b', '[$&$`$\'$$$1]'), 'aaa'.replaceAll('a', (m, at, s) => m + at + s.length), 'abc'.replaceAll('', '_'), 'x'.replace('x', '$'), 'x'.replace('x', () => '$&')); // expect: a[bacabc$$1]cabc a03a13a23 _a_b_c_ $ $&
console.log('canal'.lastIndexOf('a', -5), 'canal'.lastIndexOf('a', NaN), 'canal'.lastIndexOf(''), 'canal'.indexOf('', 9), 'canal'.lastIndexOf('x')); // expect: -1 3 5 5 -1
console.log('\u0416a\u0416'.indexOf('a'), 'abc'.indexOf('\u0416'), '\u0416\u0416b'.includes('\u0416b'), 'ab\u0416'.endsWith('b\u0416'), 'abc'.startsWith('b', 1), 'abc'.endsWith('b', 2)); // expect: 1 -1 true true true true
for (const method of Object.getOwnPropertyNames(String.prototype)) {
    if (['length', 'constructor', 'toString', 'valueOf'].includes(method)) continue;
    try { String.prototype[method].call(null); console.log(method); } catch (e) { if (!(e instanceof TypeError)) console.log(method, e); }
}
