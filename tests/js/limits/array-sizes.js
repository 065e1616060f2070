// skip: stress ten million elements
// skip: asan ten million elements
// Large arrays work, impossible ones are refused at once.
const a = [];
for (let i = 0; i < 1e7; i++) a.push(i);
console.log(a.length, a[9999999], a.reduce((s, x) => s + x, 0)); // expect: 10000000 9999999 49999995000000
const huge = new Array(2 ** 32 - 1);
console.log(huge.length, huge[5]); // expect: 4294967295 undefined
huge[2 ** 32 - 2] = 'last';
console.log(huge.at(-1)); // expect: last
for (const f of [() => new Array(2 ** 32), () => new Array(-1), () => [].concat.call({ length: 2 ** 53 }, 1) && new Array(1.5)]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
