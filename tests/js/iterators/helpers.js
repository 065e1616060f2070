// Iterator helpers: lazy, closing, chained.
function* n() { try { for (let i = 1; ; i++) yield i; } finally { console.log('closed'); } }
console.log(n().filter(x => x % 2).map(x => x * 10).drop(1).take(3).toArray().join());
// expect: closed
// expect: 30,50,70
console.log([1, 2, 3].values().reduce((a, b) => a + b), [1, 2].values().flatMap(x => [x, x]).toArray().join(), [3].values().some(x => x === 3), [3].values().every(x => x === 4), [5, 6].values().find(x => x > 5)); // expect: 6 1,1,2,2 true false 6
[7].values().forEach((x, i) => console.log(x, i)); // expect: 7 0
const from = Iterator.from({ next() { return { done: this.d = !this.d, value: 'once' }; }, d: true });
console.log(from.next().value, from instanceof Iterator, from.next().done); // expect: once true true
try { n().take(-1); } catch (e) { console.log(e.name); }
// expect: RangeError
const it = n().map(x => x);
it.next();
it.return(); // expect: closed
console.log(it.next().done); // expect: true
class Mine extends Iterator { i = 0; next() { return { value: this.i, done: this.i++ > 2 }; } }
console.log([...new Mine().map(x => x + 1)].join(), new Mine()[Symbol.iterator]() instanceof Mine); // expect: 1,2,3 true
try { new Iterator(); } catch (e) { console.log(e.name); } // expect: TypeError
