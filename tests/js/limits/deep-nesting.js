// skip: stress large sources
// Deeply nested source is accepted or refused with an error, never a crash.
const n = 1e5;
const sources = [
    '('.repeat(n) + '1' + ')'.repeat(n), '['.repeat(n) + ']'.repeat(n), '{'.repeat(n) + '}'.repeat(n), '!'.repeat(n) + '1', 'a?'.repeat(n) + '1' + ':1'.repeat(n),
    'x=>'.repeat(n) + '1', 'if(1)'.repeat(n) + ';', 'function f(){'.repeat(n) + '}'.repeat(n), '`${'.repeat(n) + '1' + '}`'.repeat(n), 'new '.repeat(n) + 'a', '1+'.repeat(n) + '1',
    'a.'.repeat(n) + 'a', 'a['.repeat(n) + 'a' + ']'.repeat(n), 'a(' .repeat(n) + ')'.repeat(n), '({a:'.repeat(n) + '1' + '})'.repeat(n), '[a='.repeat(n) + '1' + ']=1'.repeat(n), '1**'.repeat(n) + '1',
    'class A extends '.repeat(n) + 'B{}', 'x:'.repeat(1) + 'for(;;)'.repeat(n) + ';', '('.repeat(n), '['.repeat(n), '{'.repeat(n), '`${'.repeat(n), 'var {a:'.repeat(1) + '{a:'.repeat(n), 'try{'.repeat(n) + '}finally{}'.repeat(n), 'a,'.repeat(n) + 'a', 'a&&'.repeat(n) + 'a', 'a=>{'.repeat(n) + '}'.repeat(n), '-'.repeat(0) + '- '.repeat(n) + '1', 'await '.repeat(n) + '1', 'a\n'.repeat(n), 'switch(1){default:'.repeat(n) + '}'.repeat(n),
];
let outcomes = 0;
for (const s of sources) {
    try { new Function(s); outcomes++; } catch (e) { if (e instanceof SyntaxError || e instanceof RangeError) outcomes++; else console.log(e.name, s.slice(0, 20)); }
}
console.log(outcomes === sources.length); // expect: true
