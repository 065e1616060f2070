// Own keys: integer indices ascending, then strings in order of creation, then symbols.
const s = Symbol('s');
const o = { b: 1, [s]: 1, 10: 1, a: 1, 2: 1, '-1': 1, '01': 1, 4294967295: 1, 4294967294: 1 };
console.log(Reflect.ownKeys(o).map(String).join()); // expect: 2,10,4294967294,b,a,-1,01,4294967295,Symbol(s)
delete o.b;
o.b = 2;
console.log(Object.keys(o).join()); // expect: 2,10,4294967294,a,-1,01,4294967295,b
console.log(Object.entries({ x: 1, y: [2] }).join('|'), Object.values('ab').join()); // expect: x,1|y,2 a,b
const many = {};
for (let i = 0; i < 2000; i++) many['k' + i] = i;
for (let i = 0; i < 2000; i += 3) delete many['k' + i];
let sum = 0, n = 0;
for (const k in many) { sum += many[k]; n++; }
console.log(n, sum, Object.keys(many)[0], many.k1999, many.k0); // expect: 1333 1332667 k1 1999 undefined
