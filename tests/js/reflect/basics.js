// Reflect: the internal methods as functions.
const o = { a: 1, get g() { return this.a; }, set s(v) { this.t = v; } };
console.log(Reflect.get(o, 'g', { a: 'receiver' }), Reflect.has(o, 'a'), Reflect.ownKeys(o).join(), Reflect.deleteProperty(Object.freeze({ x: 1 }), 'x')); // expect: receiver true a,g,s false
const r = {};
console.log(Reflect.set(o, 's', 5, r), r.t, Reflect.set(o, 'a', 2, r), r.a, o.a, Reflect.set(Object.freeze([1]), 0, 2)); // expect: true 5 true 2 1 false
console.log(Reflect.apply(Math.max, null, [1, 3]), Reflect.construct(Array, [3]).length, Reflect.defineProperty({}, 'x', { value: 1 }), Reflect.getOwnPropertyDescriptor(o, 'a').value); // expect: 3 3 true 1
console.log(Reflect.getPrototypeOf([]) === Array.prototype, Reflect.setPrototypeOf(Object.preventExtensions({}), {}), Reflect.isExtensible(o), Reflect.preventExtensions(o), Reflect.isExtensible(o)); // expect: true false true true false
for (const f of [() => Reflect.get(1, 'x'), () => Reflect.apply(1), () => Reflect.construct(() => {}, []), () => Reflect.construct(Array, [], 1), () => Reflect.ownKeys('s')]) {
    try { f(); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
