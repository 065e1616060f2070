// __proto__, __defineGetter__ and its like, groupBy, fromEntries, toString.
const o = {};
o.__defineGetter__('x', function () { return this.y; });
o.__defineSetter__('x', function (v) { this.y = v * 2; });
o.x = 4;
console.log(o.x, o.__lookupGetter__('x').call({ y: 1 }), typeof Object.create(o).__lookupSetter__('x'), o.__lookupGetter__('y')); // expect: 8 1 function undefined
o.__proto__ = { inherited: 1 };
console.log(o.inherited, o.__proto__ === Object.getPrototypeOf(o), (o.__proto__ = 5, o.inherited)); // expect: 1 true 1
try { const a = {}; a.__proto__ = { __proto__: a }; } catch (e) { console.log(e.name, e.message); } // expect: TypeError Cyclic __proto__ value
try { Object.prototype.__proto__ = {}; } catch (e) { console.log(e.name); } // expect: TypeError
try { Object.setPrototypeOf(Object.freeze({}), {}); } catch (e) { console.log(e.message); } // expect: #<Object> is not extensible
const groups = Object.groupBy([1, 2, 3, 4, 5], (v, i) => (v % 2 ? 'odd' : 'even'));
console.log(groups.odd.join(), groups.even.join(), Object.getPrototypeOf(groups), Object.keys(groups).join()); // expect: 1,3,5 2,4 null odd,even
console.log(Object.entries(Object.fromEntries([['a', 1], ['b', 2], ['a', 3], [Symbol.iterator, 4]])).join(';')); // expect: a,3;b,2
let closed = 0;
const iterable = { [Symbol.iterator]() { return { next: () => ({ value: 5, done: false }), return() { closed++; return {}; } }; } };
try { Object.fromEntries(iterable); } catch (e) { console.log(e.message, closed); } // expect: Iterator value 5 is not an entry object 1
const tag = (v) => Object.prototype.toString.call(v);
console.log(tag(), tag(null), tag([]), tag(() => {}), tag(new Error()), tag(true), tag(1), tag(''), tag(Symbol())); // expect: [object Undefined] [object Null] [object Array] [object Function] [object Error] [object Boolean] [object Number] [object String] [object Symbol]
console.log(tag((function () { return arguments; })()), tag({ [Symbol.toStringTag]: 'T' }), tag({ [Symbol.toStringTag]: 1 }), tag(Math)); // expect: [object Arguments] [object T] [object Object] [object Math]
console.log(Object.entries({ b: 1, 2: 'x', a: 2, 1: 'y' }).join('|'), Object.values('hi').join()); // expect: 1,y|2,x|b,1|a,2 h,i
const changing = { get a() { delete this.b; this.c = 3; return 1; }, b: 2, d: 4 };
console.log(Object.entries(changing).join('|')); // expect: a,1|d,4
console.log(Object.assign({ a: 1 }, null, 'xy', { get b() { return 2; }, [Symbol.for('s')]: 3 })[Symbol.for('s')]); // expect: 3
try { Object.assign(Object.freeze({ a: 1 }), { a: 2 }); } catch (e) { console.log(e.name); } // expect: TypeError
const d = Object.getOwnPropertyDescriptors({ get a() { return 1; }, b: 2 });
console.log(Object.keys(d).join(), typeof d.a.get, d.b.value, Object.create({}, d).b); // expect: a,b function 2 2
console.log(Object.hasOwn([1], 0), Object.hasOwn('abc', 'length'), Object.is(NaN, 0 / 0), Object.is(0, -0)); // expect: true true true false
console.log(Object.isFrozen(Object.freeze([1, 2])), Object.isSealed(Object.seal({ a: 1 })), Object.isFrozen('x'), Object.isExtensible(1)); // expect: true true true false
class Sub extends Object { constructor() { super(5); this.own = 1; } }
console.log(new Sub().own, new Sub() instanceof Sub, new Object(5) instanceof Number); // expect: 1 true true
