// Constructors: lengths, buffers with offsets, iterables, array-likes, other typed arrays; from, of, species.
const b = new ArrayBuffer(16);
console.log(new Int32Array(b, 4).length, new Int32Array(b, 4, 2).byteLength, new Uint8Array(b, 16).length, new DataView(b, 8).byteLength); // expect: 3 8 0 8
for (const f of [() => new Int32Array(b, 2), () => new Int32Array(b, 20), () => new Int32Array(b, 4, 4), () => new Int32Array(new ArrayBuffer(6)),
    () => new Int8Array(-1), () => new Int8Array(2 ** 53), () => Int8Array(1), () => new Int8Array(Symbol()), () => new Int8Array(new BigInt64Array(1)),
    () => new (Object.getPrototypeOf(Int8Array))(), () => new Float64Array(2 ** 40), () => new ArrayBuffer(8, { maxByteLength: 4 }), () => new DataView({})]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.constructor.name); }
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: RangeError
// expect: RangeError
// expect: TypeError
console.log(new Int8Array([1, '2', [3], , null]).join(), new Int8Array({ length: 2, 0: 5, 1: 6 }).join(), new Int8Array(new Set([7, 8])).join(), new Int8Array('3').length); // expect: 1,2,3,0,0 5,6 7,8 3
console.log(new Uint8Array(new Float64Array([1.9, -1, 256])).join(), new Float32Array(new Uint16Array([1, 65535])).join()); // expect: 1,255,0 1,65535
console.log(Uint8Array.from([1, 2, 3], x => x * 2).join(), Uint8Array.from({ length: 2 }, (_, i) => i + 1).join(), Float64Array.of(1, '2', 3.5).join(), Int8Array.from('123').join()); // expect: 2,4,6 1,2 1,2,3.5 1,2,3
class Mine extends Uint8Array { get sum() { return this.reduce((p, x) => p + x, 0); } }
const mine = new Mine([1, 2, 3]);
console.log(mine.sum, mine.map(x => x * 2) instanceof Mine, mine.subarray(1).sum, mine.slice(0, 2).constructor.name, mine.toReversed().constructor.name, Mine.of(4).sum); // expect: 6 true 5 Mine Uint8Array 4
const other = new Uint8Array([1, 2, 3]);
other.constructor = { [Symbol.species]: Float32Array };
console.log(other.slice(1).constructor.name, other.slice(1).join(), other.filter(x => x > 1).constructor.name); // expect: Float32Array 2,3 Float32Array
other.constructor = { [Symbol.species]: BigInt64Array };
try { other.map(x => x); } catch (e) { console.log(e.name); } // expect: TypeError
const array = [1, 2, 3];
array[Symbol.iterator] = function* () { yield 9; yield 8; };
console.log(new Uint8Array(array).join()); // expect: 9,8
console.log(new Uint8Array(other).buffer !== other.buffer, new Uint8Array(other.buffer).buffer === other.buffer, ArrayBuffer.isView(other), ArrayBuffer.isView(other.buffer)); // expect: true true true false
console.log(Int16Array.BYTES_PER_ELEMENT, Int16Array.prototype.BYTES_PER_ELEMENT, Int16Array.length, Int16Array.name, Object.prototype.toString.call(other), Object.prototype.toString.call(other.buffer)); // expect: 2 2 3 Int16Array [object Uint8Array] [object ArrayBuffer]
console.log(Object.keys(new Int8Array(2)).join(), Int8Array.prototype.toString === Array.prototype.toString, Int8Array.prototype[Symbol.iterator] === Int8Array.prototype.values); // expect: 0,1 true true
const grows = { length: 3, get 0() { return this.length = 1; }, 1: 5, 2: 6 };
console.log(new Int8Array(grows).join()); // expect: 1,5,6
