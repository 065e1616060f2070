// Objects that do not want to be looked at are shown all the same, or their error is thrown: nothing else happens.
const { inspect } = require('util');
function same(actual, expected) {
  if (actual !== expected) throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}
const fail = () => { throw new Error('hostile'); };
same(inspect(new (class Q { get [Symbol.toStringTag]() { return fail(); } })), 'Q {}');
same(inspect({ get constructor() { return fail(); } }), '{ constructor: [Getter] }');
same(inspect(Object.create({ constructor: Object.defineProperty(function X() {}, Symbol.hasInstance, { value: fail }) })), '{}');
same(inspect(Object.defineProperty(function f() {}, 'name', { get: fail })), '[Function (anonymous)]');
const handler = new Proxy({}, { get: (_, trap) => trap === 'get' || trap === 'has' ? undefined : fail });
same(inspect(new Proxy({ a: [1] }, handler)), '{ a: [ 1 ] }');
same(inspect(Object.create(new Proxy({}, handler))).startsWith('Object <'), true);
same(inspect(Object.setPrototypeOf(new Error('m'), new Proxy({}, {}))).includes('m'), true);
same(inspect({ get message() { return fail(); } }), '{ message: [Getter] }');
const error = Object.defineProperties(new Error('m'), { stack: { get: fail }, message: { get: fail }, name: { get: fail } });
same(typeof inspect(error), 'string');
same(inspect(Object.defineProperty(new Error('m'), 'cause', { get: fail })).includes('[cause]: [Getter]'), true);

// Depth ends at the stack's end, not in a crash; wide things are cut short.
let deep = {};
for (let i = 0; i < 2e4; i++) deep = { deep };
same(inspect(deep, { depth: Infinity, compact: true, breakLength: Infinity }).includes('Inspection interrupted prematurely'), true);
let list = [];
for (let i = 0; i < 2e4; i++) list = [list];
same(inspect(list, { depth: null }).includes('Inspection interrupted prematurely'), true);
same(inspect(new Array(2 ** 32 - 1)), '[ <4294967295 empty items> ]');
const sparse = [];
sparse[2 ** 31] = 1;
same(inspect(sparse), '[ <2147483648 empty items>, 1 ]');
same(inspect(new Array(1e6).fill(0)).endsWith('... 999900 more items\n]'), true);

// Changes while it looks.
const changing = [1, 2, { [inspect.custom]() { changing.length = 0; return 'cut'; } }, 4];
same(inspect(changing), '[ 1, 2, cut, <1 empty item> ]');
const map = new Map([[{ [inspect.custom]() { map.clear(); return 'cleared'; } }, 1], [2, 3]]);
same(inspect(map), 'Map(2) { cleared => 1, 2 => 3 }');
const inner = { [inspect.custom]: () => inspect({ nested: inspect([1, 2]) }) };
same(inspect([inner]), "[ { nested: '[ 1, 2 ]' } ]");
same(inspect(new ArrayBuffer(4).transfer(2)), 'ArrayBuffer { [Uint8Contents]: <00 00>, byteLength: 2 }');
const detached = new ArrayBuffer(4);
const view = new Uint8Array(detached);
detached.transfer();
same(inspect(detached), 'ArrayBuffer { (detached), byteLength: 0 }');
same(inspect(view), 'Uint8Array(0) []');
same(inspect(1e-7, { numericSeparator: true }), '1e-7');
same(inspect(-0, { numericSeparator: true }), '-0');
same(inspect([1, 2, 3], { maxArrayLength: -1 }), '[ ... 3 more items ]');
