// Loops step built-in iterators without result objects; nobody may notice.
const m = new Map([['a', 1], ['b', 2]]), s = new Set([1, 2]);
const out = [];
for (const [k, v] of m) { out.push(k + v); if (out.length < 5) m.set('x' + out.length, v * 10); }
console.log(out.join()); // expect: a1,b2,x110,x220,x3100,x4200
for (const v of s) { s.delete(v); if (v < 4) s.add(v + 2); out.length = 0; }
console.log([...s].join()); // expect: 
console.log([...'a\u{1F600}\uD800'].length, [...m.keys()].length, Array.from(m.values()).join()); // expect: 3 6 1,2,10,20,100,200
const it = m.entries();
it.next();
console.log([...it].length, it.next().done, [...it].length); // expect: 5 true 0

// a patched next is called
const prototype = Object.getPrototypeOf(new Map().entries()), next = prototype.next;
let calls = 0;
prototype.next = function () { calls++; return next.call(this); };
for (const entry of m);
console.log(calls, [...m.keys()].length, calls); // expect: 7 6 14
prototype.next = next;

// the next of one kind does not fit another
const odd = { [Symbol.iterator]: () => Object.assign(Object.create({ next }), {}) };
try { for (const x of odd); } catch (e) { console.log(e.name); } // expect: TypeError
const mixed = new Set([1]).values();
mixed.next = next;
try { for (const x of mixed); } catch (e) { console.log(e.name); } // expect: TypeError
const own = [1, 2, 3].values();
own.next = function () { return { done: true }; };
console.log([...own].length, [...[1, 2, 3].entries()].join('|')); // expect: 0 0,1|1,2|2,3

// closing: break calls return when there is one
const closing = new Map([[1, 2]]).entries();
closing.return = () => { console.log('closed'); return {}; };
for (const x of closing) break; // expect: closed
try { new Map([[1, 2], 3]); } catch (e) { console.log(e.message); } // expect: Iterator value 3 is not an entry object
console.log(Map.groupBy([1, 2, 3, -0], x => x % 2 ? 'odd' : 0).get(0).length, Object.is([...Map.groupBy([1], () => -0).keys()][0], 0)); // expect: 2 true
