// for-of: arrays while they change, strings by code point, generators, destructuring heads.
const a = [1, 2];
for (const x of a) if (a.length < 5) a.push(x * 10);
console.log(a.join()); // expect: 1,2,10,20,100
console.log([...'a😀'].length, (() => { let n = 0; for (const c of 'a😀\uD83D') n++; return n; })()); // expect: 2 3
for (const [k, { v }] of new Map([['key', { v: 'value' }]])) console.log(k, v); // expect: key value
const shrinking = [1, 2, 3, 4];
let n = 0;
for (const x of shrinking) { n++; shrinking.pop(); }
console.log(n); // expect: 2
for (const x of []) console.log('never');
for (let async of [1]) console.log(async); // expect: 1
try { for (const x of 5); } catch (e) { console.log(e.name); } // expect: TypeError
try { for (const x of { [Symbol.iterator]: () => 1 }); } catch (e) { console.log(e.name); } // expect: TypeError
try { for (const x of { [Symbol.iterator]: () => ({ next: () => 1 }) }); } catch (e) { console.log(e.name); } // expect: TypeError
Array.prototype[Symbol.iterator] = function* () { yield 'patched'; };
for (const x of [1, 2, 3]) console.log(x); // expect: patched
console.log([...[1]].length, (([q]) => q)([1])); // expect: 1 patched
