// Raw JSON.
const raw = JSON.rawJSON('12345678901234567890');
console.log(JSON.isRawJSON(raw), JSON.isRawJSON({}), JSON.isRawJSON(), Object.isFrozen(raw), Object.getPrototypeOf(raw), raw.rawJSON); // expect: true false false true null 12345678901234567890
console.log(JSON.stringify({ a: raw, b: [raw, JSON.rawJSON('"\\u0041"')], c: JSON.rawJSON(true) }, null, 1)); 
// expect: {
// expect:  "a": 12345678901234567890,
// expect:  "b": [
// expect:   12345678901234567890,
// expect:   "\u0041"
// expect:  ],
// expect:  "c": true
// expect: }
for (const t of ['', ' 1', '1\n', '{}', '[]', 'x', '1 2', undefined, Symbol.iterator]) { try { JSON.rawJSON(t); console.log('ok'); } catch (e) { console.log(e.name); } }
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: TypeError
console.log(JSON.stringify(JSON.rawJSON('1')), JSON.stringify([1], (k, v) => k === '0' ? JSON.rawJSON('1.0') : v)); // expect: 1 [1.0]
