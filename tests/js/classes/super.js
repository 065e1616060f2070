// super: constructors, methods, accessors, static, in objects, in arrows; the home object decides.
class A {
    constructor(x) { this.x = x; }
    m() { return 'A.m ' + this.x; }
    get g() { return 'A.g ' + this.x; }
    static s() { return 'A.s ' + this.name; }
}
class B extends A {
    constructor(x) { const f = () => super(x + 1); f(); }
    m() { return 'B>' + super.m(); }
    get g() { return 'B>' + super['g']; }
    static s() { return 'B>' + super.s(); }
    set(v) { super.y = v; return Object.hasOwn(this, 'y'); }
}
const b = new B(1);
console.log(b.m(), b.g, B.s(), b.set(3), b.y); // expect: B>A.m 2 B>A.g 2 B>A.s B true 3
const o = { __proto__: { hi() { return 'proto ' + this.n; } }, n: 1, hi() { return super.hi() + '!'; } };
console.log(o.hi(), o.hi.call({ n: 2 })); // expect: proto 1! proto 2!
class NoSuper extends A { constructor() { } }
class Twice extends A { constructor() { super(1); try { super(2); } catch (e) { this.error = e.name; } } }
class ReturnsObject extends A { constructor() { return { other: true }; } }
class ReturnsPrimitive extends A { constructor() { super(); return 1; } }
try { new NoSuper(); } catch (e) { console.log(e.name); } // expect: ReferenceError
console.log(new Twice().error, new ReturnsObject().other); // expect: ReferenceError true
try { new ReturnsPrimitive(); } catch (e) { console.log(e.name); } // expect: TypeError
class N extends null { static m() { return 'static of null'; } }
console.log(N.m(), Object.getPrototypeOf(N.prototype)); // expect: static of null null
try { class X extends 5 {} } catch (e) { console.log(e.name); } // expect: TypeError
class Default extends A {}
console.log(new Default(7).x, Default.length, A.length); // expect: 7 0 1
console.log(new (class extends B { m() { return 'C>' + super.m(); } })(1).m()); // expect: C>B>A.m 2
