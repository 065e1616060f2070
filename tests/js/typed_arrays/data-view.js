// DataView: types, byte order, bounds.
const d = new DataView(new ArrayBuffer(24), 4, 16);
const bytes = () => [...new Uint8Array(d.buffer)].map(x => x.toString(16).padStart(2, '0')).join('');
d.setInt16(0, -2); d.setUint16(2, 0x1234, true); d.setInt32(4, 0x01020304); d.setUint32(8, 0xfffffffe, true);
console.log(bytes()); // expect: 00000000fffe341201020304feffffff0000000000000000
console.log(d.getInt16(0), d.getUint16(0), d.getUint16(2), d.getInt16(2, true), d.getInt32(4, true), d.getUint32(8, true), d.getInt8(0), d.getUint8(0)); // expect: -2 65534 13330 4660 67305985 4294967294 -1 255
d.setFloat32(0, 1.5); d.setFloat64(8, Math.PI, true);
console.log(d.getFloat32(0), d.getFloat64(8, true), d.getFloat64(8) !== Math.PI, d.getUint32(0)); // expect: 1.5 3.141592653589793 true 1069547520
d.setBigInt64(0, -3n); d.setBigUint64(8, 2n ** 64n + 7n, true);
console.log(d.getBigInt64(0), d.getBigUint64(0), d.getBigUint64(8, true), d.getBigInt64(0, true)); // expect: -3n 18446744073709551613n 7n -144115188075855873n
d.setFloat16(0, 1.1); d.setFloat16(2, 65536, true);
console.log(d.getFloat16(0), d.getFloat16(2, true), d.getUint16(0).toString(16)); // expect: 1.099609375 Infinity 3c66
for (const f of [() => d.getInt8(16), () => d.getInt32(13), () => d.getInt8(-1), () => d.setInt8(1e300, 0), () => d.getFloat64(9), () => d.setBigInt64(0, 1), () => DataView(new ArrayBuffer(1)),
    () => new DataView(new ArrayBuffer(4), 5), () => new DataView(new ArrayBuffer(4), 2, 3), () => DataView.prototype.getInt8.call(new Int8Array(1), 0)]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: TypeError
// expect: TypeError
// expect: RangeError
// expect: RangeError
// expect: TypeError
console.log(d.getInt8(), d.byteOffset, d.byteLength, d.buffer.byteLength, String(d)); // expect: 60 4 16 24 [object DataView]
d.setUint8(0, 300); d.setInt8(1, '5'); d.setUint8(2);
console.log(d.getUint8(0), d.getUint8(1), d.getUint8(2)); // expect: 44 5 0
console.log(Object.is(new DataView(new ArrayBuffer(8)).getFloat64(0), 0), new DataView(new Uint8Array([255, 255, 255, 255, 255, 255, 255, 255]).buffer).getFloat64(0)); // expect: true NaN
