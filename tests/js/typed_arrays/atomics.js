// Atomics: operations by type, waiting with time limits, promises of waitAsync.
const a = new Int8Array(4);
console.log(Atomics.add(a, 0, 130), a[0], Atomics.sub(a, 0, 3), Atomics.and(a, 0, 0x0f), Atomics.or(a, 0, 0x70), Atomics.xor(a, 0, 0xff), a[0]); // expect: 0 -126 -126 127 15 127 -128
console.log(Atomics.exchange(a, 1, 5), Atomics.compareExchange(a, 1, 5, 6), Atomics.compareExchange(a, 1, 261, 7), Atomics.load(a, 1), Atomics.store(a, 2, 3.7), Atomics.store(a, 2, -0), Object.is(Atomics.store(a, 2, -0), 0)); // expect: 0 5 6 6 3 0 true
const b = new BigUint64Array(2);
console.log(Atomics.add(b, 0, -1n), Atomics.add(b, 0, 2n), b[0], Atomics.store(b, 1, 5n)); // expect: 0n 18446744073709551615n 1n 5n
for (const f of [() => Atomics.add(new Float64Array(1), 0, 1), () => Atomics.add(new Uint8ClampedArray(1), 0, 1), () => Atomics.load(a, 4), () => Atomics.load([], 0), () => Atomics.add(b, 0, 1), () => Atomics.wait(new Int32Array(1), 0, 0, 0), () => Atomics.wait(new Int16Array(new SharedArrayBuffer(4)), 0, 0), () => Atomics.notify(a, 0), () => Atomics.pause(1.5)]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: RangeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
console.log(Atomics.isLockFree(1), Atomics.isLockFree(3), Atomics.isLockFree(8), Atomics.pause(), Atomics.notify(new Int32Array(1), 0)); // expect: true false true undefined 0
const s = new Int32Array(new SharedArrayBuffer(16));
const started = performance.now();
console.log(Atomics.wait(s, 0, 1), Atomics.wait(s, 0, 0, 20), performance.now() - started >= 20, Atomics.wait(new BigInt64Array(s.buffer), 1, 0n, 0), Atomics.notify(s, 0)); // expect: not-equal timed-out true timed-out 0
console.log(JSON.stringify(Atomics.waitAsync(s, 0, 1)), JSON.stringify(Atomics.waitAsync(s, 0, 0, 0)), Atomics.waitAsync(s, 0, 0, 10).async); // expect: {"async":false,"value":"not-equal"} {"async":false,"value":"timed-out"} true
const order = [];
for (let i = 0; i < 3; i++) Atomics.waitAsync(s, 1, 0).value.then(v => order.push(i + v));
Atomics.waitAsync(s, 2, 0, 1e9).value.then(v => order.push('other ' + v));
console.log(Atomics.notify(s, 1, 2), Atomics.notify(s, 1), Atomics.notify(s, 1), Atomics.notify(s, 2)); // expect: 2 1 0 1
Atomics.waitAsync(s, 3, 0, 5).value.then(v => {
    console.log(v, order.sort().join()); // expect: timed-out 0ok,1ok,2ok,other ok
});
