// Spread, rest and Object.assign of objects: copies are independent and lose attributes, private names and prototypes.
const o = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 };
const c = { ...o };
c.z = 1;
console.log(Object.keys(c).join(), c.g, o.z, Object.keys({ x: 1, ...o, y: 2 }).join(), { ...o, a: 9 }.a); // expect: a,b,c,d,e,f,g,z 7 undefined x,a,b,c,d,e,f,g,y 9
const { a, b, ...rest } = o;
console.log(a, b, Object.keys(rest).join()); // expect: 1 2 c,d,e,f,g
class P { #x = 1; y = 2; static copy() { return Object.keys({ ...new P(), q: 1 }).join(); } static has() { return #x in { ...new P() }; } }
console.log(P.copy(), P.has()); // expect: y,q false
const frozen = { ...Object.freeze({ k: 1 }) };
console.log(Object.isFrozen(frozen), Object.isExtensible(frozen), (frozen.k = 2, frozen.k)); // expect: false true 2
console.log(Object.getPrototypeOf({ ...Object.create({ u: 1 }) }) === Object.prototype, 'u' in { ...Object.create({ u: 1 }) }); // expect: true false
const s = { [Symbol.for('q')]: 1, w: 2 };
console.log(Object.getOwnPropertySymbols({ ...s }).length, { ...'hi' }[1], { ...[7, 8] }[1], Object.keys({ ...null, ...5 }).length); // expect: 1 i 8 0
const h = Object.defineProperty({ m: 1 }, 'hid', { value: 2, writable: true, configurable: true });
console.log(Object.keys({ ...h }).join(), 'hid' in { ...h }, Object.keys(Object.assign({}, h)).join()); // expect: m false m
const t = { __proto__: null, ...o };
console.log(Object.getPrototypeOf(t), t.a, Object.getPrototypeOf({ ...t }) === Object.prototype); // expect: null 1 true
const accessor = { get g() { return 5; } };
console.log(Object.getOwnPropertyDescriptor({ ...accessor }, 'g').value, Object.assign({}, accessor).g); // expect: 5 5
const seen = [];
Object.assign({ set v(x) { seen.push(x); } }, { v: 1 }, { v: 2 });
console.log(seen.join(), Object.keys(Object.assign({}, o)).join(), Object.assign(Object.create({ set a(x) { seen.push(x); } }), o).b, seen.join()); // expect: 1,2 a,b,c,d,e,f,g 2 1,2,1
const target = Object.assign({}, { ['__proto__']: { i: 1 }, j: 2 });
console.log(target.i, Object.keys(target).join(), Object.keys({ ...{ ['__proto__']: 1, j: 2 } }).join()); // expect: 1 j __proto__,j
const big = {};
for (let i = 0; i < 200; i++) big['k' + i] = i;
console.log(Object.keys({ ...big }).length, { ...big }.k199, Object.values(big).length, Object.entries(big)[150].join()); // expect: 200 199 200 k150,150
