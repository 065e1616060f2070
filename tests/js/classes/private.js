// Private names: fields, methods, accessors, static; brand checks; each class evaluation has its own.
class A {
    #x = 1;
    #m() { return 'method ' + this.#x; }
    get #g() { return this.#x * 10; }
    set #g(v) { this.#x = v; }
    static #s = 'static';
    static #sm() { return this.#s; }
    run() { this.#g = 5; this.#x++; this.#x **= 2; return this.#m() + ' ' + this.#g; }
    static read(o) { return o.#x; }
    static call() { return this.#sm(); }
    static has(o) { return #x in o && #m in o; }
    overwrite() { this.#m = 1; }
    readonly() { this.#only = 1; }
    get #only() { return 1; }
}
console.log(new A().run(), A.call(), A.has(new A()), A.has([])); // expect: method 36 360 static true false
for (const f of [() => A.read({}), () => new A().overwrite(), () => new A().readonly(), () => (class extends A {}).call()]) {
    try { console.log(f()); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
const make = () => class { #p = 1; static get(o) { return o.#p; } };
const X = make(), Y = make();
console.log(X.get(new X())); // expect: 1
try { X.get(new Y()); } catch (e) { console.log(e.name); } // expect: TypeError
class Outer {
    #o = 'outer';
    Inner = class { #i = 'inner'; both(outer) { return this.#i + ' ' + outer.#o; } };
}
const outer = new Outer();
console.log(new outer.Inner().both(outer)); // expect: inner outer
class Return { constructor(o) { return o; } }
class Stamp extends Return { #stamp = 'stamped'; static read(o) { return o.#stamp; } }
const frozen = Object.preventExtensions({});
new Stamp(frozen);
console.log(Stamp.read(frozen), Object.keys(frozen).length); // expect: stamped 0
try { new Stamp(frozen); } catch (e) { console.log(e.name); } // expect: TypeError
console.log(Object.getOwnPropertyNames(new A()).length, JSON === undefined || 'ok'); // expect: 0 ok
