// Resizable and growable buffers, and views on them: which follow the length, and which fall out of bounds.
const b = new ArrayBuffer(8, { maxByteLength: 16 });
console.log(b.resizable, b.byteLength, b.maxByteLength, new ArrayBuffer(8).resizable, new ArrayBuffer(8).maxByteLength); // expect: true 8 16 false 8
const tracking = new Uint16Array(b), offset = new Uint16Array(b, 4), fixed = new Uint16Array(b, 2, 2), view = new DataView(b, 4), fixedView = new DataView(b, 2, 4);
const show = () => {
    const bytes = (v) => { try { return v.byteLength; } catch (e) { return e.name; } };
    console.log(b.byteLength, tracking.length, offset.length, offset.byteOffset, fixed.length, fixed.byteOffset, bytes(view), bytes(fixedView));
};
show(); // expect: 8 4 2 4 2 2 4 4
b.resize(13); show(); // expect: 13 6 4 4 2 2 9 4
b.resize(5); show(); // expect: 5 2 0 4 0 0 1 TypeError
b.resize(3); show(); // expect: 3 1 0 0 0 0 TypeError TypeError
b.resize(16); show(); // expect: 16 8 6 4 2 2 12 4
tracking.fill(0x0101);
b.resize(2); b.resize(8);
console.log(tracking.join(), fixed[0]); // expect: 257,0,0,0 0
for (const f of [() => b.resize(17), () => b.resize(-1), () => new ArrayBuffer(8).resize(4), () => ArrayBuffer.prototype.resize.call(new SharedArrayBuffer(1), 1)]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
// expect: TypeError
// expect: TypeError
b.resize(2);
for (const f of [() => fixed.fill(1), () => fixed.slice(), () => [...fixed], () => fixed.at(0), () => fixed[0], () => Object.keys(fixed).length, () => fixed.subarray(1).length, () => new Int8Array(fixed), () => view.getInt8(0)]) {
    try { console.log(f()); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: undefined
// expect: 0
// expect: 0
// expect: TypeError
// expect: TypeError
b.resize(16);
const t = new Uint8Array(b);
t[3] = { valueOf() { b.resize(2); return 9; } };
console.log(b.byteLength, t[3]); // expect: 2 undefined
t[3] = { valueOf() { b.resize(16); return 9; } };
console.log(t[3], t.fill(7, { valueOf() { b.resize(4); return 1; } }).join()); // expect: 9 1,7,7,7
let seen = [];
for (const x of t) { seen.push(x); if (seen.length === 2) b.resize(6); }
console.log(seen.join()); // expect: 1,7,7,7,0,0
console.log(t.map(x => { b.resize(3); return x; }).join(), t.includes(undefined, { valueOf() { b.resize(1); return 0; } })); // expect: 1,7,7,0,0,0 true
const g = new SharedArrayBuffer(4, { maxByteLength: 100000 }), u = new Uint8Array(g);
u.fill(3); g.grow(90000); u[80000] = 5;
console.log(g.growable, u.length, u[3], u[4], u[80000], Atomics.add(u, 80000, 2), u[80000]); // expect: true 90000 3 0 5 5 7
try { g.grow(10); } catch (e) { console.log(e.name); } // expect: RangeError
console.log(Object.isFrozen(new Uint8Array(0)), Reflect.preventExtensions(u), Reflect.preventExtensions(new Uint8Array(b)), Reflect.preventExtensions(new Uint8Array(4))); // expect: false false false true
const large = new ArrayBuffer(0, { maxByteLength: 1 << 30 }), w = new Float64Array(large);
for (let i = 1; i <= 64; i++) { large.resize(i * 8192); w[i * 1024 - 1] = i; }
let sum = 0;
for (let i = 0; i < w.length; i++) sum += w[i];
large.resize(0);
large.resize(64 * 8192);
console.log(sum, w.length, w.every(x => x === 0)); // expect: 2080 65536 true
