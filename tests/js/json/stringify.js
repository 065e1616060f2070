// Values to texts.
console.log(JSON.stringify({ a: [1, -0, NaN, Infinity, 1.5, '"\\\b\f\n\r\t\u0001', true, null, undefined, () => 1, Symbol()], b: undefined, c: () => 1, d: Symbol(), e: new Number(3), f: new String('s'), g: new Boolean(false), h: {}, i: [] })); // expect: {"a":[1,0,null,null,1.5,"\"\\\b\f\n\r\t\u0001",true,null,null,null,null],"e":3,"f":"s","g":false,"h":{},"i":[]}
console.log(JSON.stringify(undefined), JSON.stringify(() => 1), JSON.stringify(Symbol()), JSON.stringify('€\ud800x\ud83d\ude00\udc00'), JSON.stringify()); // expect: undefined undefined undefined "€\ud800x😀\udc00" undefined
// toJSON and replacer functions.
console.log(JSON.stringify({ a: { toJSON(k) { return 'key ' + k; } }, b: [{ toJSON(k) { return typeof k + k; } }] })); // expect: {"a":"key a","b":["string0"]}
console.log(JSON.stringify({ a: 1, b: [2, { c: 3 }] }, (k, v) => typeof v === 'number' ? v * 10 : v), JSON.stringify({ a: 1 }, function (k, v) { return k ? JSON.stringify(this) : v; })); // expect: {"a":10,"b":[20,{"c":30}]} {"a":"{\"a\":1}"}
console.log(JSON.stringify({ a: 1, b: 2, c: { a: 3, d: 4 }, 1: 5 }, ['c', 'a', 'a', 1, new Number(1), {}]), JSON.stringify([{ a: 1, b: 2 }], [])); // expect: {"c":{"a":3},"a":1,"1":5} [{}]
BigInt.prototype.toJSON = function () { return this + 'n'; };
console.log(JSON.stringify([10n, Object(5n)])); // expect: ["10n","5n"]
delete BigInt.prototype.toJSON;
try { JSON.stringify({ a: 1n }); } catch (e) { console.log(e.name + ': ' + e.message); } // expect: TypeError: Do not know how to serialize a BigInt
// Gaps.
console.log(JSON.stringify({ a: [1, { b: 2 }], c: {}, d: [] }, null, 2));
// expect: {
// expect:   "a": [
// expect:     1,
// expect:     {
// expect:       "b": 2
// expect:     }
// expect:   ],
// expect:   "c": {},
// expect:   "d": []
// expect: }
console.log(JSON.stringify([[1]], null, '--------------'), JSON.stringify([1], null, 100).length, JSON.stringify([1], null, 0), JSON.stringify([1], null, new String('é€')), JSON.stringify({ a: 1 }, null, ''));
// expect: [
// expect: ----------[
// expect: --------------------1
// expect: ----------]
// expect: ] 15 [1] [
// expect: é€1
// expect: ] {"a":1}
// What getters and toJSON change on the way is seen.
const changing = { a: 1, get b() { delete this.c; this.d = 'new'; return 2; }, c: 3, d: 4 };
console.log(JSON.stringify(changing)); // expect: {"a":1,"b":2,"d":"new"}
const other = { x: { toJSON() { other.y = 'changed'; delete other.z; other.w = 1; return 0; } }, y: 1, z: 2 };
console.log(JSON.stringify([other, { x: 1, y: 2, z: 3 }, { x: 4, y: 5, z: 6 }, { x: { toJSON() { return 7; } }, y: 5, z: 6 }])); // expect: [{"x":0,"y":"changed"},{"x":1,"y":2,"z":3},{"x":4,"y":5,"z":6},{"x":7,"y":5,"z":6}]
const array = [1, { toJSON() { array.length = 2; return 0; } }, 3];
console.log(JSON.stringify(array)); // expect: [1,0,null]
// Many objects of one shape, hidden and inherited properties, symbols, indices.
console.log(JSON.stringify(Array.from({ length: 5 }, (_, i) => ({ id: i, 'na"me': 'n' + i, u: i % 2 ? undefined : i, [Symbol.iterator]: 1 })))); // expect: [{"id":0,"na\"me":"n0","u":0},{"id":1,"na\"me":"n1"},{"id":2,"na\"me":"n2","u":2},{"id":3,"na\"me":"n3"},{"id":4,"na\"me":"n4","u":4}]
console.log(JSON.stringify(Object.create({ inherited: 1 }, { hidden: { value: 1 }, shown: { value: 2, enumerable: true } })), JSON.stringify(Object.assign([1], { x: 1 })), JSON.stringify({ 2: 'b', 1: 'a', z: 1 })); // expect: {"shown":2} [1] {"1":"a","2":"b","z":1}
console.log(JSON.stringify(new Proxy({ a: 1, b: [1] }, {})), JSON.stringify(new Proxy([1, 2], {})), JSON.stringify(new Map([[1, 2]])), JSON.stringify(new Error('x'))); // expect: {"a":1,"b":[1]} [1,2] {} {}
const dictionary = {};
for (let i = 0; i < 2000; i++) dictionary['k' + i] = i;
for (let i = 0; i < 1998; i++) delete dictionary['k' + i];
console.log(JSON.stringify(dictionary), JSON.stringify(Object.freeze({ a: 1 })), JSON.stringify(Object.freeze([1]))); // expect: {"k1998":1998,"k1999":1999} {"a":1} [1]
let deep = [];
for (let i = 0; i < 100000; i++) deep = [deep];
try { JSON.stringify(deep); } catch (e) { console.log(e.name); } // expect: RangeError
console.log(JSON[Symbol.toStringTag], JSON.stringify.length); // expect: JSON 3
// The first object that is written may have no properties.
console.log(JSON.stringify({}, null, '.'), JSON.stringify({ a: {} }, null, 1).length); // expect: {} 12
