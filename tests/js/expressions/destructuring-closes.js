// The iterator of an array pattern is closed when the pattern ends early or a target throws.
function source() {
    return {
        n: 0,
        [Symbol.iterator]() { return this; },
        next() { return { value: ++this.n, done: this.n > 5 }; },
        return() { console.log('closed after', this.n); return {}; },
    };
}
const [a, b] = source(); // expect: closed after 2
const [...all] = source();
console.log(all.length); // expect: 5
try {
    [{ set x(v) { throw new Error('target'); } }.x] = source();
} catch (e) {
    console.log(e.message);
}
// expect: closed after 1
// expect: target
const [] = source(); // expect: closed after 0
for (const x of source()) if (x === 2) break; // expect: closed after 2
label: for (;;) for (const x of source()) break label; // expect: closed after 1
(() => { for (const x of source()) return x; })(); // expect: closed after 1
try { for (const x of source()) throw 1; } catch {} // expect: closed after 1
for (const x of source()) continue;
