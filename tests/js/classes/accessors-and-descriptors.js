// Methods are writable and not enumerable; accessors merge; computed and generator members; strict code.
class A {
    get x() { return this._x ?? 'unset'; }
    set x(v) { this._x = v; }
    static get [Symbol.toStringTag]() { return 'A'; }
    *gen() { yield 1; yield 2; }
    async am() {}
    ['computed' + 1]() { return 'c'; }
    constructor() {}
    undeclared() { leak = 1; }
    static prototypes() {}
}
const a = new A();
console.log(a.x, (a.x = 5, a.x), [...a.gen()].join(), a.computed1()); // expect: unset 5 1,2 c
const d = Object.getOwnPropertyDescriptor(A.prototype, 'gen'), x = Object.getOwnPropertyDescriptor(A.prototype, 'x');
console.log(d.writable, d.enumerable, d.configurable, typeof x.get, typeof x.set, x.enumerable); // expect: true false true function function false
console.log(Object.keys(A.prototype).length, Object.getOwnPropertyDescriptor(A, 'prototype').writable); // expect: 0 false
try { a.undeclared(); } catch (e) { console.log(e.name); } // expect: ReferenceError
try { A(); } catch (e) { console.log(e.name); } // expect: TypeError
try { new a.computed1(); } catch (e) { console.log(e.name); } // expect: TypeError
console.log(typeof A, A.prototype.constructor === A, Object.getOwnPropertyNames(A).join()); // expect: function true length,name,prototype,prototypes
