// Each iteration of a for loop with let has a binding of its own, copied before the update.
const functions = [];
for (let i = 0; i < 3; i++) functions.push(() => i++);
console.log(functions.map(f => f()).join()); // expect: 0,1,2
console.log(functions.map(f => f()).join()); // expect: 1,2,3

let log = [];
for (let i = 0, inc = () => i++; i < 3; inc(), i++) log.push(i);
console.log(log.join()); // expect: 0,1,2

const keys = [];
for (const k in { a: 1, b: 2 }) keys.push(() => k);
for (const v of ['x', 'y']) keys.push(() => v);
console.log(keys.map(f => f()).join()); // expect: a,b,x,y
