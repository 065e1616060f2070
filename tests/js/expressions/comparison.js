// Equality and relation between types.
console.log(null == undefined, null == 0, '' == 0, '1' == 1, [] == '', [1] == 1); // expect: true false true true true true
console.log(NaN == NaN, NaN !== NaN, Object.is(NaN, NaN), 0 === -0); // expect: false true true true
console.log('a' < 'b', 'B' < 'a', '10' < '9', '10' < 9, null >= 0, undefined >= 0); // expect: true true true false true false
console.log('a' < 'aa', '\u{1F600}' < '\uFFFF', 'Z' < 'a'); // expect: true true true
console.log(true == '1', true == 'true', ({}) == '[object Object]'); // expect: true false true
console.log([] + [], [] + {}, 1 + '2', '3' - 1, true + 1, null + 1, undefined + 1); // expect:  [object Object] 12 2 2 1 NaN
console.log(Symbol.iterator == Symbol.iterator, Symbol('a') == Symbol('a')); // expect: true false
for (const f of [() => Symbol() + '', () => +Symbol(), () => Symbol() < 1, () => `${Symbol()}`]) {
    try { f(); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
