// skip: stress five hundred MiB
// skip: asan five hundred MiB
// Strings up to 2^29 - 24 units; beyond that a RangeError, at once.
const half = 'x'.repeat(250 * 1024 * 1024);
const big = half + half;
console.log(big.length, big[big.length - 1]); // expect: 524288000 x
for (const f of [() => 'ab'.repeat(2 ** 30), () => big + big, () => 'a'.padStart(2 ** 30), () => [big, big].join(), () => 'abc'.repeat(2 ** 40)]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
