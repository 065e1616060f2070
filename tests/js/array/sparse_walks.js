// Walks over arrays of 2^32 - 1 places with few elements go from element to element; nothing else is to be seen of it.
const a = new Array(4294967295);
a[5] = 1;
a[100000] = 3;
a[4000000000] = 2;
const seen = [];
a.forEach((value, index) => seen.push(index, value));
console.log(seen.join()); // expect: 5,1,100000,3,4000000000,2
console.log(a.indexOf(2), a.indexOf(9), a.lastIndexOf(1), a.lastIndexOf(9)); // expect: 4000000000 -1 5 -1
console.log(a.reduce((x, y) => x * 10 + y), a.reduceRight((x, y) => x * 10 + y)); // expect: 132 231
console.log(a.some((x) => x === 2), a.every((x) => x > 0), a.filter((x) => x > 1).join()); // expect: true true 3,2
console.log(Object.keys(a.slice(3, 4000000005)).join()); // expect: 2,99997,3999999997

// Elements that the walk itself adds or removes, and those of prototypes, count at their turn.
const b = new Array(4294967295);
b[10] = 'first';
b[3000000000] = 'removed';
const met = [];
b.forEach((value, index) => {
    met.push(index);
    b[2000000000] = 'added';
    delete b[3000000000];
});
console.log(met.join()); // expect: 10,2000000000
const c = new Array(300000);
c[299999] = 1;
c[299000] = 1;
Object.setPrototypeOf(c, { __proto__: Array.prototype, 150000: 'inherited' });
const inherited = [];
c.forEach((value, index) => inherited.push(index));
console.log(inherited.join()); // expect: 150000,299000,299999
const asked = [];
const d = new Array(3000);
d[2999] = 1;
Object.setPrototypeOf(d, new Proxy(Array.prototype, {
    has(target, key) {
        asked.push(key);
        return Reflect.has(target, key);
    },
}));
d.indexOf(2);
console.log(asked.length, asked[0], asked[2998]); // expect: 2999 0 2998
