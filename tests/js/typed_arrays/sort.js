// sort and toSorted: the order of numbers, also -0, NaN and negative ones, for all types and lengths.
console.log(new Float64Array([3, -0, NaN, 0, -Infinity, -1.5, Infinity, -NaN, 2]).sort().join()); // expect: -Infinity,-1.5,0,0,2,3,Infinity,NaN,NaN
const zeros = new Float32Array([0, -0, 0, -0]).sort();
console.log(Object.is(zeros[0], -0), Object.is(zeros[1], -0), Object.is(zeros[2], 0)); // expect: true true true
let seed = 1;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const types = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float16Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array];
let checked = 0;
for (const T of types) {
    const big = T.name.startsWith('Big');
    for (const n of [0, 1, 2, 10, 47, 48, 49, 50, 300, 3000]) {
        const a = new T(n);
        for (let i = 0; i < n; i++) {
            const x = (random() - 0.5) * (i % 3 ? 2 ** 34 : 600);
            a[i] = big ? BigInt(Math.trunc(x)) * 1000003n : i % 50 === 49 && T.name[0] === 'F' ? NaN : x;
        }
        const expected = Array.from(a).sort((x, y) => x < y ? -1 : x > y ? 1 : x !== x ? (y !== y ? 0 : 1) : y !== y ? -1 : 0);
        const copy = a.toSorted(), same = a.sort();
        for (let i = 0; i < n; i++) {
            const equal = (x, y) => x === y || (x !== x && y !== y);
            if (!equal(a[i], expected[i]) || !equal(copy[i], expected[i])) throw new Error(`${T.name} ${n} ${i}`);
            checked++;
        }
        if (same !== a) throw new Error('sort gives another');
    }
}
console.log(checked); // expect: 42084
console.log(new Uint8Array([5, 1, 4]).sort((x, y) => y - x).join(), new Uint8Array([5, 1, 4]).toSorted((x, y) => y - x).join()); // expect: 5,4,1 5,4,1
console.log(new Int8Array([3, 1, 2]).sort(() => NaN).join(), new BigInt64Array([3n, -1n]).sort((x, y) => Number(y - x)).join()); // expect: 3,1,2 3,-1
for (const f of [() => new Int8Array(1).sort(null), () => new Int8Array(2).sort(() => { throw new RangeError('x'); }), () => new Int8Array(2).toSorted({})]) {
    try { f(); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: RangeError
// expect: TypeError
const shrinking = new ArrayBuffer(8, { maxByteLength: 8 });
const view = new Uint8Array(shrinking).map((_, i) => 8 - i), tracking = new Uint8Array(shrinking);
tracking.set(view);
tracking.sort((x, y) => { if (shrinking.byteLength === 8) shrinking.resize(4); return x - y; });
console.log(tracking.join()); // expect: 1,2,3,4
