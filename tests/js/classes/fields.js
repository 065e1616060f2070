// Fields: public, private, static, computed; initialized in order with this, before the rest of the constructor.
const log = [];
class A {
    a = log.push('a');
    [(log.push('key'), 'b')] = this.a + 1;
    static s = (log.push('static'), this.name);
    'quoted name' = 3;
    42 = 'number';
    c;
    arrow = () => this.a;
    constructor() { log.push('constructor'); }
}
const o = new A();
console.log(log.join()); // expect: key,static,a,constructor
console.log(Object.keys(o).join(), o.b, o.c, A.s, o.arrow.call(null)); // expect: 42,a,b,quoted name,c,arrow 4 undefined A 3
class B extends A {
    d = super.toString === Object.prototype.toString && Object.hasOwn(this, 'a');
    constructor() { log.push('before'); super(); log.push('after'); }
}
console.log(new B().d, log.slice(-4).join()); // expect: true before,a,constructor,after
class Setter { set x(v) { throw 1; } }
class Defines extends Setter { x = 'defined, not set'; }
console.log(new Defines().x); // expect: defined, not set
class Base { constructor() { return Object.freeze({}); } }
class Sealed extends Base { y = 1; }
try { new Sealed(); } catch (e) { console.log(e.name); } // expect: TypeError
let n = 0;
class Counter { static #n = 0; id = ++Counter.#n; static get n() { return this.#n; } }
new Counter(); new Counter();
console.log(Counter.n, new Counter().id); // expect: 2 3
