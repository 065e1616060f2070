// Everything reachable in odd ways survives collections: closures, suspended frames, pending jobs, table entries.
function churn(n) { let a = null; for (let i = 0; i < n; i++) a = { i, a: [i, String(i)] }; return a; }
const size = 2000;
const closures = Array.from({ length: 50 }, (_, i) => { const o = { i }; return () => o.i; });
function* hold(i) { const o = { v: [i] }; churn(10); yield o.v[0]; churn(10); yield o.v[0] + 1; }
const generators = Array.from({ length: 50 }, (_, i) => hold(i));
generators.forEach(g => g.next());
churn(size);
console.log(closures.every((f, i) => f() === i), generators.every((g, i) => g.next().value === i + 1)); // expect: true true
const old = { children: [] };
churn(size);
for (let i = 0; i < 100; i++) { old.children.push({ text: 'child' + i }); if (i % 10 === 0) churn(100); }
churn(size);
console.log(old.children.every((c, i) => c.text === 'child' + i)); // expect: true
const map = new Map();
for (let i = 0; i < 300; i++) { map.set({ k: i }, { v: i }); if (i % 50 === 0) churn(100); }
churn(size);
console.log([...map].every(([k, v]) => k.k === v.v)); // expect: true
const waiting = Promise.all(Array.from({ length: 30 }, async (_, i) => { const o = { i }; await null; churn(50); await new Promise(r => setTimeout(r, i % 3)); return o.i; }));
churn(size);
waiting.then(list => console.log(list.every((v, i) => v === i)));
let text = '';
for (let i = 0; i < 200; i++) { text += i; if (i % 40 === 0) churn(100); }
console.log(text.length, text.endsWith('198199')); // expect: 490 true
const args = ((...a) => { churn(size); return a; })(...Array.from({ length: 100 }, (_, i) => ({ i })));
console.log(args.every((o, i) => o.i === i)); // expect: true
const sorted = Array.from({ length: 60 }, (_, i) => ({ k: (i * 37) % 60 })).sort((a, b) => { churn(2); return a.k - b.k; });
console.log(sorted.every((o, i) => o.k === i)); // expect: true
const symbolKeyed = {};
for (let i = 0; i < 50; i++) symbolKeyed[Symbol('s' + i)] = { i };
churn(size);
console.log(Object.getOwnPropertySymbols(symbolKeyed).every((s, i) => symbolKeyed[s].i === i && s.description === 's' + i)); // expect: true
// expect: true
