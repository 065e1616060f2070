// new.target: in functions, arrows, constructors and through Reflect.construct.
function F() { return { t: new.target }; }
console.log(F().t, new F().t === F); // expect: undefined true
class A { constructor() { this.t = (() => new.target)(); } }
class B extends A {}
console.log(new A().t === A, new B().t === B); // expect: true true
console.log(Reflect.construct(A, [], B).t === B, Reflect.construct(A, [], B) instanceof B); // expect: true true
for (const f of [() => new (() => {})(), () => new ({ m() {} }).m(), () => new Math.max(), () => A(), () => new (async function () {})()]) {
    try { f(); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
