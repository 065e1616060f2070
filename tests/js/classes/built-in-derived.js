// Classes derived from built-ins have their behaviour.
class Stack extends Array { top() { return this.at(-1); } }
const s = new Stack();
s.push(1, 2, 3);
console.log(s.length, s.top(), s.map(x => x * 2) instanceof Stack, Array.isArray(s)); // expect: 3 3 true true
s.length = 1;
console.log(s.join(), Stack.from([1, 2]).top(), Stack.of(9).top()); // expect: 1 2 9
class MyError extends Error { constructor(m) { super(m); this.name = 'MyError'; } }
const e = new MyError('m');
console.log(String(e), e instanceof Error, e.stack.split('\n').length > 1); // expect: MyError: m true true
class DefaultMap extends Map { get(k) { return super.get(k) ?? 'default'; } }
console.log(new DefaultMap([[1, 2]]).get(1), new DefaultMap().get(5)); // expect: 2 default
class P extends Promise {}
console.log(P.resolve(1).then(() => {}) instanceof P, new P(() => {}) instanceof Promise); // expect: true true
class F extends Function {}
console.log(new F('a', 'return a * 2')(4)); // expect: 8
class S extends String { shout() { return this.toUpperCase() + '!'; } }
console.log(new S('hi').shout(), new S('abc').length, new S('xyz')[1]); // expect: HI! 3 y
class O extends Object { constructor() { super(); this.own = 1; } }
console.log(new O() instanceof O, new O().own); // expect: true 1
class Species extends Array { static get [Symbol.species]() { return Array; } }
console.log(new Species(1, 2).filter(Boolean) instanceof Species); // expect: false
