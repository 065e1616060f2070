// Memory of buffers is given back, and refused where there is too much of it.
let last = 0;
for (let i = 0; i < 3000; i++) { const a = new Uint8Array(1 << 20); a[i] = 1; last += a[i]; }
for (let i = 0; i < 50000; i++) last += new Float64Array(4).length;
for (let i = 0; i < 3000; i++) { const b = new ArrayBuffer(0, { maxByteLength: 1 << 30 }); b.resize(100000); last += new Uint8Array(b)[5]; }
console.log(last); // expect: 203000
for (const f of [() => new ArrayBuffer(2 ** 53), () => new ArrayBuffer(2 ** 45), () => new ArrayBuffer(8, { maxByteLength: 2 ** 50 }), () => new BigInt64Array(2 ** 40), () => new SharedArrayBuffer(2 ** 50)]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
const views = [];
const pool = new ArrayBuffer(8192);
for (let i = 0; i < 8192; i += 8) { views.push(new Float64Array(pool, i, 1)); views[views.length - 1][0] = i; new Uint8Array(pool, i); }
console.log(views.reduce((sum, v) => sum + v[0], 0)); // expect: 4190208
