// Elements: how each type stores numbers, and which keys are elements.
const values = [0, -0, 1.5, -1.5, 2.5, 127, 128, 255, 256, 32768, 65535, 65536, 2 ** 31, 2 ** 32 + 5, -1, NaN, Infinity, '7', true];
for (const T of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array])
    console.log(T.name, new T(values).join());
// expect: Int8Array 0,0,1,-1,2,127,-128,-1,0,0,-1,0,0,5,-1,0,0,7,1
// expect: Uint8Array 0,0,1,255,2,127,128,255,0,0,255,0,0,5,255,0,0,7,1
// expect: Uint8ClampedArray 0,0,2,0,2,127,128,255,255,255,255,255,255,255,0,0,255,7,1
// expect: Int16Array 0,0,1,-1,2,127,128,255,256,-32768,-1,0,0,5,-1,0,0,7,1
// expect: Uint16Array 0,0,1,65535,2,127,128,255,256,32768,65535,0,0,5,65535,0,0,7,1
// expect: Int32Array 0,0,1,-1,2,127,128,255,256,32768,65535,65536,-2147483648,5,-1,0,0,7,1
// expect: Uint32Array 0,0,1,4294967295,2,127,128,255,256,32768,65535,65536,2147483648,5,4294967295,0,0,7,1
// expect: Float32Array 0,0,1.5,-1.5,2.5,127,128,255,256,32768,65535,65536,2147483648,4294967296,-1,NaN,Infinity,7,1
console.log(new Float16Array([1 / 3, 65504, 65519.99, 65520, 2 ** -24, 2 ** -25, 2 ** -25 * 1.0001, -0]).join()); // expect: 0.333251953125,65504,65504,Infinity,5.960464477539063e-8,0,5.960464477539063e-8,0
console.log(new BigInt64Array([2n ** 63n, -(2n ** 64n) - 1n, 5n]).join(), new BigUint64Array([-1n, 2n ** 64n + 3n]).join()); // expect: -9223372036854775808,-1,5 18446744073709551615,3
const a = new Uint8Array(4);
a['1'] = 5; a[-1] = 6; a['-0'] = 7; a['1.5'] = 8; a[4] = 9; a['NaN'] = 10; a.name = 11; a['01'] = 12; a['1e3'] = 13; a[4294967295] = 14;
console.log(a.join(), Object.keys(a).join(), a[-1], a['-0'], a[4], 'NaN' in a, '3' in a, 4 in a, 'name' in a); // expect: 0,5,0,0 0,1,2,3,name,01,1e3 undefined undefined undefined false true false true
console.log(delete a[9], Reflect.deleteProperty(a, 1), Reflect.set(a, 9, 1), Reflect.defineProperty(a, 9, { value: 1 })); // expect: true false true false
console.log(JSON.stringify(Object.getOwnPropertyDescriptor(a, 1)), Object.getOwnPropertyDescriptor(a, '1.5')); // expect: {"value":5,"writable":true,"enumerable":true,"configurable":true} undefined
for (const d of [{ value: 1, writable: false }, { value: 1, enumerable: false }, { get() {} }, { value: 300, configurable: true }])
    console.log(Reflect.defineProperty(a, 2, d), a[2]);
// expect: false 0
// expect: false 0
// expect: false 0
// expect: true 44
const heir = Object.create(a, {});
heir[1] = 100; heir[50] = 1; heir.other = 2;
console.log(a[1], Object.keys(heir).join(), heir[50], heir[1]); // expect: 5 1,other undefined 100
const array = [];
Object.setPrototypeOf(array, new Uint8Array([1, 2, 3]));
array[7] = 1;
console.log(array.length, 1 in array, array[1], array[7]); // expect: 0 true 2 undefined
const converted = [];
const o = { valueOf() { converted.push(1); return 3; } };
a[100] = o; a[0] = o;
console.log(a[0], converted.length); // expect: 3 2
try { new BigInt64Array(1)[0] = 1; } catch (e) { console.log(e.name); } // expect: TypeError
try { a[0] = 1n; } catch (e) { console.log(e.name); } // expect: TypeError
try { 'use strict'; Object.freeze(a); } catch (e) { console.log(e.name); } // expect: TypeError
console.log(Object.isFrozen(Object.freeze(new Uint8Array(0))), Object.isSealed(Object.preventExtensions(new Uint8Array(1)))); // expect: true false
let sum = 0;
for (const i in new Float64Array(3)) sum += i.length;
for (const x of new Float32Array([1, 2, 3])) sum += x;
console.log(sum, Array.prototype.concat.call([], new Int8Array(2)).length, [...new Int8Array([1, 2]).entries()].join(';')); // expect: 9 1 0,1;1,2
