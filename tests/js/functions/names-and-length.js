// Functions take their names from where they are made.
const arrow = () => {}, o = { m() {}, get g() { return 1; }, ['com' + 'puted']: function () {}, [Symbol('s')]: () => {}, a: class {} };
console.log(arrow.name, o.m.name, o.computed.name, o.a.name); // expect: arrow m computed a
console.log(Object.getOwnPropertyDescriptor(o, 'g').get.name, o[Object.getOwnPropertySymbols(o)[0]].name); // expect: get g [s]
let { d = function () {} } = {}, [e = () => {}] = [];
console.log(d.name, e.name, (function () {}).name === '', new Function('a', 'b', 'return a').name); // expect: d e true anonymous
class C { static m() {} #p() {} static n(c) { return c.#p.name; } set s(v) {} }
console.log(C.m.name, C.n(new C()), Object.getOwnPropertyDescriptor(C.prototype, 's').set.name); // expect: m #p set s
const d2 = Object.getOwnPropertyDescriptor(arrow, 'name');
console.log(d2.writable, d2.enumerable, d2.configurable); // expect: false false true
