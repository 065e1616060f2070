// The global object's own properties: attributes, laziness is invisible.
const of = (name) => {
    const d = Object.getOwnPropertyDescriptor(globalThis, name);
    return [d.writable, d.enumerable, d.configurable].map(Number).join('');
};
console.log(of('NaN'), of('Infinity'), of('undefined'), of('globalThis'), of('Map'), of('parseInt'), of('Math')); // expect: 000 000 000 101 101 101 101
console.log(Object.keys(globalThis).includes('Object'), 'Reflect' in globalThis, delete globalThis.WeakRef, typeof WeakRef); // expect: false true true undefined
globalThis.Boolean = 5;
console.log(Boolean, typeof Object(true)); // expect: 5 object
console.log(Object.getOwnPropertyNames(globalThis).slice(0, 3).join()); // expect: Object,Function,Array
var before = Set;
Set = null;
console.log(Set, new before([1, 1]).size); // expect: null 1
