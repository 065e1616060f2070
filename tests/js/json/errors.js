// What is wrong with a text, and where.
function show(s) { try { JSON.parse(s); console.log('ok'); } catch (e) { console.log(e.name + ': ' + e.message); } }
show(''); // expect: SyntaxError: Unexpected end of JSON input
show('abc'); // expect: SyntaxError: Unexpected token 'a', "abc" is not valid JSON
show('{"a":}'); // expect: SyntaxError: Unexpected token '}', "{"a":}" is not valid JSON
show('{a}'); // expect: SyntaxError: Expected property name or '}' in JSON at position 1
show('{"a" 1}'); // expect: SyntaxError: Expected ':' after property name in JSON at position 5
show('{"a":1,"b" 1}'); // expect: SyntaxError: Unexpected number in JSON at position 11
show('{"a":1 "b"}'); // expect: SyntaxError: Expected ',' or '}' after property value in JSON at position 7
show('[1 2]'); // expect: SyntaxError: Expected ',' or ']' after array element in JSON at position 3
show('{"a":1,}'); // expect: SyntaxError: Expected double-quoted property name in JSON at position 7
show('"abc'); // expect: SyntaxError: Unterminated string in JSON at position 4
show('"a\nb"'); // expect: SyntaxError: Bad control character in string literal in JSON at position 2
show('"\\u12"'); // expect: SyntaxError: Bad Unicode escape in JSON at position 5
show('"\\x"'); // expect: SyntaxError: Bad escaped character in JSON at position 2
show('-'); // expect: SyntaxError: No number after minus sign in JSON at position 1
show('1.'); // expect: SyntaxError: Unterminated fractional number in JSON at position 2
show('1e'); // expect: SyntaxError: Exponent part is missing a number in JSON at position 2
show('1 2'); // expect: SyntaxError: Unexpected non-whitespace character after JSON at position 2
show('01'); // expect: SyntaxError: Unexpected number in JSON at position 1
show('tru'); // expect: SyntaxError: Unexpected end of JSON input
show('trux'); // expect: SyntaxError: Unexpected token 'x', "trux" is not valid JSON
show('tru"'); // expect: SyntaxError: Unexpected string in JSON at position 3
show('['); // expect: SyntaxError: Unexpected end of JSON input
show('[1,'); // expect: SyntaxError: Unexpected end of JSON input
show('[1,]'); // expect: SyntaxError: Unexpected token ']', "[1,]" is not valid JSON
show('{'); // expect: SyntaxError: Expected property name or '}' in JSON at position 1
show('{"a"'); // expect: SyntaxError: Expected ':' after property name in JSON at position 4
show('{"a":1,'); // expect: SyntaxError: Expected double-quoted property name in JSON at position 7
show('x'.repeat(44)); // expect: SyntaxError: Unexpected token 'x', "xxxxxxxxxx"... is not valid JSON
show('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,a,18,19,20,21,22,23,24]'); // expect: SyntaxError: Unexpected token 'a', ...",15,16,17,a,18,19,20"... is not valid JSON
show(' '.repeat(64) + 'a'); // expect: SyntaxError: Unexpected token 'a', ..."          a" is not valid JSON
show('undefined'); // expect: SyntaxError: "undefined" is not valid JSON
show(undefined); // expect: SyntaxError: "undefined" is not valid JSON
show({}); // expect: SyntaxError: "[object Object]" is not valid JSON
show('NaN'); // expect: SyntaxError: "NaN" is not valid JSON
show('"\\€"'); // expect: SyntaxError: Unexpected token '€', ""\€"" is not valid JSON
show('€'); // expect: SyntaxError: Unexpected token '€', "€" is not valid JSON
show('\ufeff1'); // expect: SyntaxError: Unexpected token '﻿', "﻿1" is not valid JSON
show(Symbol.iterator); // expect: TypeError: Cannot convert a Symbol value to a string
show(10n); // expect: ok
show(new String('[1')); // expect: SyntaxError: Expected ',' or ']' after array element in JSON at position 2
