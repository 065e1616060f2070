// yield* passes values, throws and returns on, and gives the inner generator's result.
function* inner() {
    try { const x = yield 'a'; console.log('inner got', x); yield 'b'; } finally { console.log('inner done'); }
    return 'result';
}
function* outer() { const r = yield* inner(); console.log(r); yield* [1, 2]; return yield* 'xy'; }
const it = outer();
const log = [];
log.push(it.next().value, it.next('sent').value); // expect: inner got sent
for (const v of it) log.push(v);
// expect: inner done
// expect: result
console.log(log.join()); // expect: a,b,1,2,x,y
const early = outer();
early.next();
console.log(early.return('r').value);
// expect: inner done
// expect: r
const noThrow = { [Symbol.iterator]() { return { next: () => ({ value: 1, done: false }), return() { console.log('closed'); return {}; } }; } };
function* d() { yield* noThrow; }
const t = d();
t.next();
try { t.throw(new Error('x')); } catch (e) { console.log(e.name); }
// expect: closed
// expect: TypeError
function* deep(n) { if (n > 0) { yield n; yield* deep(n - 1); } }
console.log([...deep(50)].length); // expect: 50
