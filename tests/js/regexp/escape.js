// RegExp.escape.
console.log(RegExp.escape('The Quick (Brown) Fox.'));
console.log(RegExp.escape('1a'), RegExp.escape('_a1'), RegExp.escape('a-b,c=d'), RegExp.escape('[x]{1}|^$/\\*+?'));
console.log(RegExp.escape('\t\n\v\f\r \u00a0\u2028\ufeff'), RegExp.escape('é☃😀'), RegExp.escape('\ud83dx\ude00'), RegExp.escape('') === '');
for (const s of ['a.b', '1+1=2?', '😀-\n', '\ud800', '#"\'`%@~!&;:<>']) console.log(new RegExp('^' + RegExp.escape(s) + '$', 'u').test(s), new RegExp('[' + RegExp.escape(s) + ']', 'v').test(s));
try { RegExp.escape(1); } catch (e) { console.log(e.name); }
// expect: \x54he\x20Quick\x20\(Brown\)\x20Fox\.
// expect: \x31a _a1 \x61\x2db\x2cc\x3dd \[x\]\{1\}\|\^\$\/\\\*\+\?
// expect: \t\n\v\f\r\x20\xa0\u2028\ufeff é☃😀 \ud83dx\ude00 true
// expect: true true
// expect: true true
// expect: true true
// expect: true true
// expect: true true
// expect: TypeError
