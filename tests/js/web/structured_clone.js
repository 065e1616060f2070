// structuredClone: what is copied, what is kept, what is refused. The engine's half is tests/embed/clone.c.
function check(condition, text) { if (!condition) throw new Error(text); }
function same(actual, expected) {
  const a = JSON.stringify(actual), b = JSON.stringify(expected);
  check(a === b, `got ${a}, expected ${b}`);
}
function fails(make, name, message) {
  try { make(); } catch (error) {
    check(error.name === name, `${error.name} (${error.message}) instead of ${name} in ${make}`);
    if (message !== undefined) check(error.message === message, error.message);
    if (name === 'DataCloneError') check(error instanceof DOMException && error.code === 25, 'no DOMException');
    return;
  }
  throw new Error(`no error in ${make}`);
}

// Primitives and boxed ones.
for (const v of [undefined, null, true, 0, -0, NaN, 1.5, 'text', 10n ** 30n]) check(Object.is(structuredClone(v), v), String(v));
for (const v of [true, 5, 's', 7n]) {
  const copy = structuredClone(Object(v));
  check(typeof copy === 'object' && copy.valueOf() === v && copy !== Object(v), 'boxed');
}

// Objects: own enumerable string keys, in order, as plain data; symbols, prototypes and private fields are lost.
class Point { #hidden = 1; x = 1; get y() { return this.#hidden; } }
const from = { b: 1, a: { deep: [1, [2]] }, 7: 'index', get got() { return 'value'; }, [Symbol('s')]: 1 };
Object.defineProperty(from, 'invisible', { value: 1 });
const copy = structuredClone(from);
same(Object.keys(copy), ['7', 'b', 'a', 'got']);
same(Object.getOwnPropertyDescriptor(copy, 'got'), { value: 'value', writable: true, enumerable: true, configurable: true });
check(Reflect.ownKeys(copy).length === 4 && copy.a !== from.a && copy.a.deep[1] !== from.a.deep[1], 'deep');
const point = structuredClone(new Point());
check(Object.getPrototypeOf(point) === Object.prototype && point.x === 1 && !('y' in point), 'instance');
check(!Object.isFrozen(structuredClone(Object.freeze({ a: 1 }))), 'frozen');
check(Object.hasOwn(structuredClone(JSON.parse('{"__proto__": 5}')), '__proto__'), '__proto__');

// Arrays: holes, length, further properties.
const array = [1, , 3];
array.name = 'n';
array.length = 5;
const arrayCopy = structuredClone(array);
check(Array.isArray(arrayCopy) && arrayCopy.length === 5 && !(1 in arrayCopy) && arrayCopy.name === 'n', 'array');
const sparse = [];
sparse[1e9] = 'far';
check(structuredClone(sparse)[1e9] === 'far' && structuredClone(sparse).length === 1e9 + 1, 'sparse');

// Dates, regular expressions, maps, sets, errors.
check(structuredClone(new Date(5)).getTime() === 5 && Number.isNaN(structuredClone(new Date(NaN)).getTime()), 'date');
const regexp = /a(b)/gi;
regexp.lastIndex = 2;
const regexpCopy = structuredClone(regexp);
check(regexpCopy.source === 'a(b)' && regexpCopy.flags === 'gi' && regexpCopy.lastIndex === 0, 'regexp');
const key = { k: 1 };
const map = structuredClone(new Map([[key, new Set([1, key])], ['t', key]]));
const [keyCopy] = map.keys();
check(map.size === 2 && keyCopy !== key && keyCopy.k === 1 && map.get(keyCopy).has(keyCopy) && map.get('t') === keyCopy, 'map');
for (const Class of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
  const error = structuredClone(Object.assign(new Class('text', { cause: { why: 1 } }), { extra: 1 }));
  check(error.constructor === Class && error.message === 'text' && error.cause.why === 1 && !('extra' in error), Class.name);
  check(error.stack.startsWith(`${Class.name}: text\n    at `), error.stack);
  same(Object.keys(error), []);
}
check(structuredClone(Object.assign(new RangeError('x'), { name: 'Mine' })).constructor === Error, 'unknown name');
check(!Object.hasOwn(structuredClone(new Error()), 'message') && structuredClone(Object.assign(new Error(), { stack: 5 })).stack === undefined, 'no text');

// Buffers and views share what they shared.
const buffer = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer;
const views = structuredClone({ a: new Uint16Array(buffer, 2, 2), b: new DataView(buffer, 4), buffer });
check(views.a.buffer === views.buffer && views.b.buffer === views.buffer && views.buffer !== buffer, 'identity of buffers');
same([views.a.byteOffset, views.a.length, views.b.byteOffset, views.b.byteLength, views.b.getUint8(0)], [2, 2, 4, 4, 5]);
for (const Type of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array]) {
  const typed = structuredClone(new Type(3).fill(Type.name.startsWith('Big') ? 7n : 7));
  check(typed.constructor === Type && typed.length === 3 && typed[2] == 7, Type.name);
}
const tracking = structuredClone(new Uint8Array(new ArrayBuffer(8, { maxByteLength: 16 })));
tracking.buffer.resize(12);
check(tracking.length === 12 && tracking.buffer.maxByteLength === 16, 'resizable');
const shared = new SharedArrayBuffer(4);
new Uint8Array(structuredClone(shared))[0] = 9;
check(new Uint8Array(shared)[0] === 9, 'shared memory');

// Cycles and identity.
const loop = { list: [] };
loop.self = loop;
loop.list.push(loop, loop.list);
const loopCopy = structuredClone(loop);
check(loopCopy.self === loopCopy && loopCopy.list[0] === loopCopy && loopCopy.list[1] === loopCopy.list, 'cycle');

// Getters run in order and may throw; later properties that they remove are left out.
const order = [];
const o = { get a() { order.push('a'); return { get b() { order.push('b'); return 1; } }; }, get c() { order.push('c'); return 2; } };
structuredClone(o);
same(order, ['a', 'b', 'c']);
const removing = { a: 1, get b() { delete removing.d; removing.e = 5; return 2; }, d: 3, e: 4, f: 6 };
same(structuredClone(removing), { a: 1, b: 2, e: 5, f: 6 });
fails(() => structuredClone({ get a() { throw new RangeError('mine'); } }), 'RangeError', 'mine');

// What cannot be cloned.
fails(() => structuredClone(() => {}), 'DataCloneError', '() => {} could not be cloned.');
fails(() => structuredClone([Symbol('x')]), 'DataCloneError', 'Symbol(x) could not be cloned.');
fails(() => structuredClone(Promise.resolve()), 'DataCloneError', '#<Promise> could not be cloned.');
for (const value of [class {}, new Proxy({}, {}), new WeakMap(), new WeakSet(), new WeakRef({}), Object(Symbol()),
                     (function*() {})(), [][Symbol.iterator](), (function() { return arguments; })(), new FinalizationRegistry(() => {})]) {
  fails(() => structuredClone({ value }), 'DataCloneError');
}

// Transfer.
const moved = new ArrayBuffer(8);
const view = new Uint8Array(moved, 2);
view[0] = 42;
const result = structuredClone({ view, moved }, { transfer: [moved] });
check(moved.byteLength === 0 && view.length === 0 && result.view[0] === 42 && result.view.buffer === result.moved, 'transfer');
check(structuredClone(1, { transfer: new Set([new ArrayBuffer(1)]) }) === 1, 'any iterable');
const kept = new ArrayBuffer(8);
fails(() => structuredClone([kept, () => {}], { transfer: [kept] }), 'DataCloneError');
check(kept.byteLength === 8, 'nothing is taken when it fails');
fails(() => structuredClone(kept, { transfer: [kept, kept] }), 'DataCloneError');
fails(() => structuredClone(view), 'DataCloneError', 'An ArrayBuffer is detached and could not be cloned.');

// Arguments.
fails(() => structuredClone(), 'TypeError');
fails(() => structuredClone(1, 5), 'TypeError');
fails(() => structuredClone(1, { transfer: 5 }), 'TypeError');
check(structuredClone(1, null) === 1 && structuredClone(1, {}) === 1 && structuredClone(1, { transfer: undefined }) === 1, 'options');
const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'structuredClone');
check(descriptor.writable && descriptor.enumerable && descriptor.configurable && structuredClone.name === 'structuredClone', 'global');
