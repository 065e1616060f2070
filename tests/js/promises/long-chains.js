// Long chains and many waiting functions settle without recursion.
let p = Promise.resolve(0);
for (let i = 0; i < 20000; i++) p = p.then(x => x + 1);
p.then(x => console.log(x));
let inner = Promise.resolve('deep');
for (let i = 0; i < 5000; i++) inner = (v => new Promise(r => r(v)))(inner);
inner.then(v => console.log(v));
const gate = new Promise(r => setTimeout(r, 5));
let done = 0;
Promise.all(Array.from({ length: 5000 }, async () => { await gate; done++; })).then(() => console.log(done));
// skip: stress too many cells
async function down(n) { return n === 0 ? 'bottom' : await down(n - 1); }
down(1500).then(v => console.log(v)); 
// expect: bottom
// expect: deep
// expect: 20000
// expect: 5000
