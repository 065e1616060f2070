// Every operation reaches its trap, in the order of the specification.
const log = [];
const handler = new Proxy({}, { get(_, name) { log.push(name); } });
const target = function () { "use strict"; return this; };
const p = new Proxy(target, handler);
function show(f) { log.length = 0; try { f(); } catch (e) { log.push(e.name); } console.log(log.join(' ')); }
show(() => p.x); // expect: get
show(() => { p.x = 1; }); // expect: set getOwnPropertyDescriptor defineProperty
show(() => 'x' in p); // expect: has
show(() => delete p.x); // expect: deleteProperty
show(() => p()); // expect: apply
show(() => new p()); // expect: construct get
show(() => Object.keys({ a: 1, ...p })); // expect: ownKeys getOwnPropertyDescriptor getOwnPropertyDescriptor getOwnPropertyDescriptor
show(() => Object.getOwnPropertyNames(p)); // expect: ownKeys
show(() => Object.entries(p)); // expect: ownKeys getOwnPropertyDescriptor getOwnPropertyDescriptor getOwnPropertyDescriptor
show(() => Object.assign({}, p)); // expect: ownKeys getOwnPropertyDescriptor getOwnPropertyDescriptor getOwnPropertyDescriptor
show(() => Object.defineProperty(p, 'y', { value: 1, configurable: true })); // expect: defineProperty
show(() => Object.getOwnPropertyDescriptor(p, 'y')); // expect: getOwnPropertyDescriptor
show(() => Object.getPrototypeOf(p)); // expect: getPrototypeOf
show(() => Object.setPrototypeOf(p, Function.prototype)); // expect: setPrototypeOf
show(() => Object.isExtensible(p)); // expect: isExtensible
show(() => Object.preventExtensions(p)); // expect: preventExtensions
show(() => Object.isFrozen(p)); // expect: isExtensible ownKeys getOwnPropertyDescriptor
show(() => p instanceof Function); // expect: getPrototypeOf
show(() => ({}) instanceof p); // expect: get get
show(() => Object.prototype.toString.call(p)); // expect: get
show(() => Object.prototype.hasOwnProperty.call(p, 'x')); // expect: getOwnPropertyDescriptor
show(() => { const { x, ...rest } = p; }); // expect: get ownKeys getOwnPropertyDescriptor getOwnPropertyDescriptor getOwnPropertyDescriptor getOwnPropertyDescriptor
show(() => `${p}`); // expect: get get
show(() => p.call(null)); // expect: get apply
show(() => Reflect.ownKeys(p)); // expect: ownKeys

// Arrays behind proxies work with the generic methods.
const a = new Proxy([3, 1, 2], {});
console.log(a.length, Array.isArray(a), a.map((x) => x * 2).join(), a.slice(1).join(), [...a].join()); // expect: 3 true 6,2,4 1,2 3,1,2
console.log(a.sort().join(), a.push(9), a.concat([4]).join(), [0].concat(a).join(), a.indexOf(9), JSON.stringify(a)); // expect: 1,2,3 4 1,2,3,9,4 0,1,2,3,9 3 [1,2,3,9]
a.length = 1;
console.log(a.join(), Object.keys(a).join(), a.at(-1), a.flat().length); // expect: 1 0 1 1
const counted = [];
const array = new Proxy([1, 2], { get(t, k, r) { counted.push(String(k)); return Reflect.get(t, k, r); } });
array.forEach(() => {});
for (const x of array) counted.push('|' + x);
console.log(counted.join(' ')); // expect: forEach length 0 1 Symbol(Symbol.iterator) length 0 |1 length 1 |2 length

// A proxy as a prototype sees what the object does not have; the receiver is the object.
const base = new Proxy({}, { get(t, k, r) { return r === child ? 'asked ' + String(k) : 'else'; }, set(t, k, v, r) { Object.defineProperty(r, k, { value: v + 1, writable: true, enumerable: true, configurable: true }); return true; }, has(t, k) { return k === 'there'; } });
const child = Object.create(base, { own: { value: 'own' } });
for (let i = 0; i < 3; i++) if (child.own !== 'own' || child.missing !== 'asked missing') throw new Error('wrong');
console.log(child.own, child.missing, 'there' in child, 'not' in child); // expect: own asked missing true false
child.n = 1;
child.n = 5;
console.log(child.n, Object.keys(child).join()); // expect: 5 n

// Private names live in the proxy object itself.
class Stamp extends (function (o) { return o; }) { #mark = 1; static has(o) { return #mark in o; } static read(o) { return o.#mark; } }
const stamped = new Proxy({}, { get() { throw new Error('trap'); }, defineProperty() { throw new Error('trap'); } });
new Stamp(stamped);
console.log(Stamp.has(stamped), Stamp.read(stamped), Stamp.has({})); // expect: true 1 false

// new.target and realm of the target.
class A { constructor() { this.nt = new.target; } }
const PA = new Proxy(A, {});
console.log(new PA().nt === PA, new PA() instanceof A, Object.getPrototypeOf(new PA()) === A.prototype, typeof PA, typeof new Proxy({}, {})); // expect: true true true function object
class B extends PA {}
console.log(new B() instanceof B, new B() instanceof PA, new B().nt === B); // expect: true true true
try { new Proxy(() => 1, {})(); new (new Proxy(() => 1, {}))(); } catch (e) { console.log(e.name); } // expect: TypeError
