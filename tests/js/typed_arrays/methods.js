// Methods of %TypedArray%.prototype.
const a = Int16Array.from({ length: 8 }, (_, i) => i * i);
console.log(a.at(-1), a.at(8), a.indexOf(9), a.indexOf(9, 4), a.indexOf(9, -6), a.lastIndexOf(9), a.lastIndexOf(9, 2), a.includes(65536 + 4), a.includes('4'), a.indexOf(NaN)); // expect: 49 undefined 3 -1 3 3 -1 false false -1
const f = new Float64Array([1, NaN, -0, Infinity]);
console.log(f.includes(NaN), f.indexOf(NaN), f.includes(0), f.indexOf(0), f.lastIndexOf(0), f.includes(undefined), f.join('|')); // expect: true -1 true 2 2 false 1|NaN|0|Infinity
console.log(new BigInt64Array([1n, -5n]).indexOf(-5n), new BigInt64Array([1n]).includes(1), new BigUint64Array([5n]).includes(-18446744073709551611n), new Uint8Array([44]).includes(300)); // expect: 1 false false false
console.log(a.find(x => x > 10), a.findIndex(x => x > 10), a.findLast(x => x < 10), a.findLastIndex(x => x > 100), a.some(x => x === 9), a.every(x => x < 50)); // expect: 16 4 9 -1 true true
console.log(a.map(x => x * 1000).join(), a.filter(x => x % 2).join(), a.reduce((p, x) => p + x), a.reduceRight((p, x) => p + '-' + x)); // expect: 0,1000,4000,9000,16000,25000,-29536,-16536 1,9,25,49 140 49-36-25-16-9-4-1-0
console.log(a.slice(2, -2).join(), a.slice(-3).join(), a.subarray(2, 4).byteOffset, a.subarray(6).join(), a.subarray(5, 2).length); // expect: 4,9,16,25 25,36,49 4 36,49 0
const c = new Uint8Array([1, 2, 3, 4, 5, 6]);
console.log(c.copyWithin(2, 0).join(), c.copyWithin(0, 3, 5).join(), c.fill(9, 4).join(), c.reverse().join(), c.toReversed().join(), c.with(-1, 300).join()); // expect: 1,2,1,2,3,4 2,3,1,2,3,4 2,3,1,2,9,9 9,9,2,1,3,2 2,3,1,2,9,9 9,9,2,1,3,44
const s = new Uint8Array(6);
s.set([1, 2, 3], 2); s.set(new Float32Array([7.9, 300]), 0); s.set({ length: 1, 0: '8' }, 5);
console.log(s.join()); // expect: 7,44,1,2,3,8
const overlapping = new Uint8Array(8).map((_, i) => i + 1);
overlapping.set(overlapping.subarray(0, 6), 2);
console.log(overlapping.join()); // expect: 1,2,1,2,3,4,5,6
new Uint16Array(overlapping.buffer).set(overlapping.subarray(0, 4));
console.log(overlapping.join()); // expect: 1,0,2,0,1,0,2,0
for (const bad of [() => s.set([1], 6), () => s.set([1], -1), () => s.set(1n), () => s.set(new BigInt64Array(1)), () => s.with(6, 1), () => s.map(5), () => s.fill(Symbol()),
    () => Uint8Array.prototype.fill.call([], 1), () => new Uint8Array(0).reduce((x) => x), () => Uint8Array.prototype.length]) {
    try { bad(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
// expect: no error
// expect: TypeError
// expect: RangeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
for (const T of [Uint8Array, Uint16Array, Uint32Array, Float64Array]) {
    const t = new T(5000).fill(77, 3, 4990).fill(-1, 4995);
    let ones = 0;
    for (let i = 0; i < t.length; i++) if (t[i] === 77) ones++;
    console.log(ones, t[2], t[3], t[4989], t[4990], t[4994], t[4999] === new T([-1])[0], t.lastIndexOf(77), t.indexOf(77));
}
// expect: 4987 0 77 77 0 0 true 4989 3
// expect: 4987 0 77 77 0 0 true 4989 3
// expect: 4987 0 77 77 0 0 true 4989 3
// expect: 4987 0 77 77 0 0 true 4989 3
console.log(new Float32Array([1.5, 2 ** 70, -2]).toString(), new BigInt64Array([1n, 2n]).join(' '), new Uint8Array(3).join('ab'), new Uint8Array(0).join()); // expect: 1.5,1.1805916207174113e+21,-2 1 2 0ab0ab0 
const visited = [];
new Int8Array([5, 6]).forEach(function (x, i, all) { visited.push(x, i, all.length, this.tag); }, { tag: 't' });
console.log(visited.join()); // expect: 5,0,2,t,6,1,2,t
console.log([...new Int8Array(2).keys()].join(), [...new Int8Array([3, 4]).values()].join(), new Int8Array(1).toLocaleString()); // expect: 0,1 3,4 0
