// skip: stress many cells
// Objects with very many properties, functions and classes by the thousand.
const o = {};
for (let i = 0; i < 200000; i++) o['p' + i] = i;
let sum = 0;
for (const k in o) sum += o[k];
console.log(sum, Object.keys(o).length); // expect: 19999900000 200000
for (let i = 0; i < 200000; i += 2) delete o['p' + i];
console.log(Object.keys(o).length, o.p1, o.p0); // expect: 100000 1 undefined
const source = Array.from({ length: 3000 }, (_, i) => `function f${i}() { return ${i}; } class C${i} { m() { return f${i}(); } }`).join('\n');
console.log(new Function(source + 'return new C2999().m() + new C0().m()')()); // expect: 2999
const wide = new Function('return {' + Array.from({ length: 5000 }, (_, i) => `a${i}: ${i}`).join() + '}')();
console.log(Object.keys(wide).length, wide.a4999); // expect: 5000 4999
const bigSwitch = new Function('x', 'switch (x) {' + Array.from({ length: 3000 }, (_, i) => `case ${i}: return ${i * 2};`).join('') + '}');
console.log(bigSwitch(2999), bigSwitch(3000)); // expect: 5998 undefined
