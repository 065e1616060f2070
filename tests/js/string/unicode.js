// Case, normalization, well-formedness, code points, comparison.
console.log('\u00df\ufb01\u0149'.toUpperCase(), 'I\u0307\u0130'.toLowerCase().length, '\u00ff\u00b5'.toUpperCase() === '\u0178\u039c'); // expect: SSFIʼN 4 true
console.log('ΑΣ ΣΑ ΑΣΑ Σ'.toLowerCase(), '\u{10400}'.toLowerCase() === '\u{10428}', 'ÀÉ÷×'.toLowerCase()); // expect: ας σα ασα σ true àé÷×
console.log('\u0041\u030a'.normalize() === '\u00c5', '\u00c5'.normalize('NFD').length, '\ufb01'.normalize('NFKC'), '\u2460'.normalize('NFKD'), 'abc'.normalize('NFC')); // expect: true 2 fi 1 abc
try { 'x'.normalize('nfc'); } catch (e) { console.log(e.name); } // expect: RangeError
console.log('a\uD83D'.isWellFormed(), 'a\uDE00\uD83D\uDE00'.toWellFormed() === 'a\uFFFD\u{1F600}', '\u{1F600}'.isWellFormed()); // expect: false true true
console.log('\u{1F600}'.codePointAt(0).toString(16), '\u{1F600}'.codePointAt(1).toString(16), 'a'.codePointAt(1), String.fromCodePoint(0x1F600, 97).length); // expect: 1f600 de00 undefined 3
for (const bad of [-1, 1.5, 0x110000, 'x']) { try { String.fromCodePoint(bad); } catch (e) { console.log(e.message); } }
// expect: Invalid code point -1
// expect: Invalid code point 1.5
// expect: Invalid code point 1114112
// expect: Invalid code point x
console.log(['b', 'a', 'B', 'A', 'ä', 'z', '10', '9', ' ', '_'].sort((x, y) => x.localeCompare(y)).join('|')); // expect:  |_|10|9|a|A|ä|b|B|z
console.log('a'.localeCompare('a\u0301'), '\u00e1'.localeCompare('a\u0301'), 'ab'.localeCompare('a'), 'résumé'.localeCompare('resume'), 'x'.localeCompare()); // expect: -1 0 1 1 1
console.log('\u180e\u00a0\ufeff x \u2029'.trim().length, ' x '.trimStart() + '|', '|' + ' x '.trimEnd()); // expect: 5 x | | x
console.log('ab'.padStart(7, 'xyz'), 'ab'.padEnd(5, '\u0416'), 'ab'.padStart(1), 'ab'.padEnd(4, ''), 'é'.repeat(3), 'Ж'.repeat(2)); // expect: xyzxyab abЖЖЖ ab ab ééé ЖЖ
console.log('x'.anchor('"a"'), 'x'.link(1), 'x'.fixed(), 'x'.fontcolor('red'), ''.big()); // expect: <a name="&quot;a&quot;">x</a> <a href="1">x</a> <tt>x</tt> <font color="red">x</font> <big></big>
