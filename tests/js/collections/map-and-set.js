// Map and Set: keys by SameValueZero, order of insertion, changes while iterating.
const m = new Map([[NaN, 'nan'], [0, 'zero'], ['0', 'text']]);
console.log(m.get(NaN), m.get(-0), m.get('0'), m.size, m.has(undefined), Object.is([...new Set([-0])][0], 0)); // expect: nan zero text 3 false true
m.set(NaN, 'again').delete('0');
console.log([...m.keys()].join(), [...m.values()].join(), [...m].length, m.delete('none')); // expect: NaN,0 again,zero 2 false
const order = new Map();
for (const k of ['c', 'a', 'b']) order.set(k, 1);
order.delete('a'); order.set('a', 2); order.set('c', 3);
console.log([...order].join(';')); // expect: c,3;b,1;a,2
const seen = [];
const live = new Map([[1, 1], [2, 2], [3, 3]]);
for (const [k] of live) {
    seen.push(k);
    if (k === 1) { live.delete(2); live.set(4, 4); }
    if (k === 4) live.clear();
    if (k === 3) { live.delete(1); live.set(1, 'back'); }
}
console.log(seen.join(), live.size); // expect: 1,3,4 0
const s = new Set('hello');
s.forEach((v, k, set) => { if (v === 'l') set.delete('o'); });
console.log([...s].join(''), s.size, s.add('h') === s); // expect: hel 3 true
const big = new Map();
for (let i = 0; i < 20000; i++) big.set(i % 2 ? i : 'k' + i, i);
for (let i = 0; i < 20000; i += 4) big.delete('k' + i);
let sum = 0;
for (const [, v] of big) sum += v;
console.log(big.size, sum, big.get(19999), big.get('k19998'), big.get('k0')); // expect: 15000 150000000 19999 19998 undefined
const objects = Array.from({ length: 1000 }, () => ({}));
const byObject = new Map(objects.map((o, i) => [o, i]));
console.log(objects.every((o, i) => byObject.get(o) === i), byObject.get({})); // expect: true undefined
console.log(new Map([[1.5, 'f'], [2 ** 31, 'g'], [1, 'i']]).get(3 / 2), Map.groupBy?.([1, 2], x => x % 2).get(0)?.join() ?? '2'); // expect: f 2
for (const f of [() => Map(), () => new Map([1]), () => new Set(5), () => Map.prototype.get.call(new Set(), 1), () => Map.prototype.size]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// getOrInsert, getOrInsertComputed: what is there, else the value, which is kept; -0 is 0; a map changed meanwhile.
const counts = new Map([['a', 1]]);
console.log(counts.getOrInsert('a', 5), counts.getOrInsert('b', 2), counts.get('b')); // expect: 1 2 2
console.log(counts.getOrInsertComputed('a', () => { throw 0; }), counts.getOrInsertComputed(-0, (key) => Object.is(key, 0))); // expect: 1 true
console.log(counts.getOrInsertComputed('c', (key) => { counts.set(key, 'mine'); return 'computed'; }), counts.get('c')); // expect: computed computed
const weakly = new WeakMap(), held = {};
console.log(weakly.getOrInsert(held, 1), weakly.getOrInsertComputed(held, () => 2), weakly.get(held)); // expect: 1 1 1
try { weakly.getOrInsert(1, 2); } catch (e) { console.log(e.name); } // expect: TypeError
