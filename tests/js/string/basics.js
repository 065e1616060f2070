// Reading strings: code units, code points, slices, searching, padding, trimming, case.
const s = 'añ😀z';
console.log(s.length, s[1], s.at(-1), s.charAt(9) === '', s.charCodeAt(2), s.codePointAt(2), s.codePointAt(3), s[99]); // expect: 5 ñ z true 55357 128512 56832 undefined
console.log('abcdef'.slice(2, -1), 'abcdef'.slice(-3, -4) === '', 'abcdef'.substring(4, 1), 'abcdef'.substr(-3, 2), 'abc'.substring(-1, NaN) === ''); // expect: cde true bcd de true
console.log('banana'.indexOf('an'), 'banana'.indexOf('an', 2), 'banana'.lastIndexOf('an'), 'banana'.lastIndexOf('an', 2), ''.indexOf(''), 'abc'.indexOf('', 10), 'x'.lastIndexOf('y')); // expect: 1 3 3 1 0 3 -1
console.log('abc'.includes('bc'), 'abc'.startsWith('b', 1), 'abc'.endsWith('b', 2), 'abc'.startsWith(''), 'abc'.includes('')); // expect: true true true true true
console.log('5'.padStart(3, '0'), 'ab'.padEnd(7, 'xyz'), 'abc'.padStart(2), 'a'.padStart(3, ''), '|' + ' \t\n\u00a0\ufeffx\u2029'.trim() + '|', ' a '.trimStart() + '|', '|' + ' a '.trimEnd()); // expect: 005 abxyzxy abc a |x| a | | a
console.log('ab'.repeat(3), 'x'.repeat(0) === '', 'aBcß'.toUpperCase(), 'ÀΣİ'.toLowerCase().length, 'ΑΣ'.toLowerCase(), 'ﬁ'.toUpperCase()); // expect: ababab true ABCSS 4 ας FI
console.log('a,b,,c'.split(',').length, 'abc'.split('').join('|'), 'abc'.split().length, ''.split('').length, ''.split(',').length, 'a1b1c'.split('1', 2).join()); // expect: 4 a|b|c 1 0 1 a,b
console.log(String.fromCharCode(97, 65633), String.fromCodePoint(128512, 97), 'a'.concat(1, null), [...'😀'].length, 'a' < 'b'); // expect: aa 😀a a1null 1 true
console.log('\uD800'.isWellFormed(), '\uD800a'.toWellFormed().charCodeAt(0), 'e\u0301'.normalize().length, '\u00e9'.normalize('NFD').length, 'ﬁ'.normalize('NFKC')); // expect: false 65533 1 2 fi
console.log('a'.localeCompare('b') < 0, 'a'.localeCompare('a'), String(Symbol('d')), String(null), new String('x') == 'x', typeof new String('x')); // expect: true 0 Symbol(d) null true object
for (const f of [() => 'x'.repeat(-1), () => 'x'.repeat(Infinity), () => String.fromCodePoint(1.5), () => 'x'.normalize('X'), () => String.prototype.trim.call(null)]) {
    try { f(); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: TypeError
