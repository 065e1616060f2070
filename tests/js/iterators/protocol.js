// Built-in iterators: their prototypes, exhaustion, misuse.
const it = [1, 2][Symbol.iterator]();
console.log(it[Symbol.iterator]() === it, it[Symbol.toStringTag], it.next().value, it.next().value, it.next().done, it.next().value); // expect: true Array Iterator 1 2 true undefined
console.log(Object.prototype.toString.call(new Map().entries()), Object.prototype.toString.call(new Set().values()), Object.prototype.toString.call(''[Symbol.iterator]())); // expect: [object Map Iterator] [object Set Iterator] [object String Iterator]
const IteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(it));
console.log(IteratorPrototype === Object.getPrototypeOf(Object.getPrototypeOf(new Map().keys())), IteratorPrototype === Object.getPrototypeOf(Object.getPrototypeOf(function* () {}.prototype))); // expect: true true
try { it.next.call({}); } catch (e) { console.log(e.name); } // expect: TypeError
const a = [1], lively = a.values();
lively.next();
a.push(2);
console.log(lively.next().value, lively.next().done, (a.push(3), lively.next().done)); // expect: 2 true true
const badReturn = { [Symbol.iterator]: () => ({ next: () => ({ value: 1, done: false }), return: () => 5 }) };
try { for (const x of badReturn) break; } catch (e) { console.log(e.name); } // expect: TypeError
try { for (const x of badReturn) throw new Error('the body wins'); } catch (e) { console.log(e.message); } // expect: the body wins
