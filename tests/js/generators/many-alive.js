// Thousands of suspended generators keep their own state; locals and temporaries survive suspension.
function* walk(n) {
    let sum = 0;
    for (let i = 0; ; i++) sum += n * (yield `${n}:${i}:${sum}`);
}
const all = Array.from({ length: 2000 }, (_, n) => walk(n));
for (const g of all) g.next();
for (let round = 0; round < 3; round++) for (const g of all) g.next(round);
console.log(all[0].next(0).value, all[1999].next(1).value); // expect: 0:4:0 1999:4:7996
function* temporaries() { return [1, yield 'x', { a: yield 'y' }, `${yield 'z'}`].length + ((yield 'w') ?? 0); }
const t = temporaries();
console.log([...Array(4)].map(() => t.next(1).value).join(), t.next(10).value); // expect: x,y,z,w 14
function* args() { yield arguments.length; yield this === globalThis || this === undefined; yield* arguments; }
console.log([...args(7, 8)].join()); // expect: 2,true,7,8
const o = { *m() { yield this.v; yield super.toString === Object.prototype.toString; }, v: 1 };
console.log([...o.m()].join()); // expect: 1,true
function* lazyParameters(a = (() => { throw new Error('parameters run at the call'); })()) {}
try { lazyParameters(); } catch (e) { console.log(e.message); } // expect: parameters run at the call
function* fib() { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b]; } }
const first = [];
for (const x of fib()) { if (x > 50) break; first.push(x); }
console.log(first.join()); // expect: 0,1,1,2,3,5,8,13,21,34
