// transfer, and what a detached buffer does to its views.
const b = new ArrayBuffer(8), v = new Uint8Array(b), d = new DataView(b);
v[1] = 5;
const moved = b.transfer();
console.log(b.detached, b.byteLength, b.maxByteLength, v.length, v.byteLength, v.byteOffset, v[1], moved.byteLength, new Uint8Array(moved)[1]); // expect: true 0 0 0 0 0 undefined 8 5
v[0] = 1; v[1] = { valueOf() { throw 'converted'; } }.toString && 2;
console.log(v[0], 0 in v, Object.keys(v).length, Reflect.set(v, 0, 1), Reflect.defineProperty(v, 0, { value: 1 }), delete v[0]); // expect: undefined false 0 true false true
for (const f of [() => b.transfer(), () => b.slice(), () => v.fill(0), () => v.set([]), () => [...v], () => d.getInt8(0), () => d.byteLength, () => new Uint8Array(b), () => new DataView(b), () => new Uint8Array(v), () => Atomics.load(v, 0), () => v.toHex()]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
const longer = moved.transfer(12), shorter = longer.transfer(2);
console.log(new Uint8Array(shorter).join(), longer.detached); // expect: 0,5 true
const r = new ArrayBuffer(4, { maxByteLength: 8 });
new Uint8Array(r).set([1, 2, 3, 4]);
const r2 = r.transfer(6), r3 = r2.transferToFixedLength();
console.log(r2.detached, r3.resizable, new Uint8Array(r3).join()); // expect: true false 1,2,3,4,0,0
try { new ArrayBuffer(4, { maxByteLength: 8 }).transfer(9); } catch (e) { console.log(e.name); } // expect: RangeError
const during = new ArrayBuffer(4), w = new Uint8Array(during);
w[2] = { valueOf() { during.transfer(); return 1; } };
console.log(during.detached, w[2]); // expect: true undefined
const loop = new Float64Array(100).fill(1);
let sum = 0;
for (let i = 0; i < 100; i++) { if (i === 50) loop.buffer.transfer(); const x = loop[i]; sum += x === undefined ? 0.01 : x; loop[i] = 2; }
console.log(sum.toFixed(2)); // expect: 50.50
console.log(new ArrayBuffer(10).slice(2, -2).byteLength, new ArrayBuffer(10).slice(8, 2).byteLength, new SharedArrayBuffer(4).slice(1).byteLength); // expect: 6 0 3
for (let i = 0; i < 2000; i++) { let x = new ArrayBuffer(100000); for (let k = 0; k < 3; k++) x = x.transfer(); }
