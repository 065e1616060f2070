// WeakMap, WeakSet and WeakRef: keys that can be held weakly, and nothing else.
const k = {}, s = Symbol('weak'), w = new WeakMap([[k, 1]]);
w.set(s, 2);
console.log(w.get(k), w.get(s), w.has({}), w.delete(k), w.has(k)); // expect: 1 2 false true false
for (const bad of [1, 'x', null, Symbol.for('registered')]) { try { w.set(bad, 1); } catch (e) { console.log(e.name); } }
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
const set = new WeakSet([k]);
console.log(set.has(k), set.has(1), new WeakRef(k).deref() === k, 'size' in w, String(set)); // expect: true false true false [object WeakSet]
// Many entries whose keys die: values reachable only through their keys go too.
const keep = [];
for (let i = 0; i < 20000; i++) {
    const key = { i };
    w.set(key, { key, payload: [i] });
    if (i % 1000 === 0) keep.push(key);
}
console.log(keep.every(key => w.get(key).key === key && w.get(key).payload[0] === key.i)); // expect: true
