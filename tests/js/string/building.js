// Strings grown in many ways keep their characters, whoever shares their beginning.
let s = '';
for (let i = 0; i < 100000; i++) s += 'ab'[i & 1];
console.log(s.length, s.slice(0, 4), s[99999], s.lastIndexOf('ba')); // expect: 100000 abab b 99997
const base = 'x'.repeat(100);
const a = base + 'A', b = base + 'B', c = a + 'C';
console.log(a.at(-1), b.at(-1), c.slice(-2), base.length); // expect: A B AC 100
let front = '';
for (let i = 0; i < 2000; i++) front = i % 10 + front;
console.log(front.length, front.slice(0, 5), front.at(-1)); // expect: 2000 98765 0
let wide = '';
for (let i = 0; i < 1000; i++) wide += i === 500 ? '☃' : 'n';
console.log(wide.length, wide.indexOf('☃'), wide[499] + wide[501]); // expect: 1000 500 nn
let doubled = 'ab';
for (let i = 0; i < 20; i++) doubled += doubled;
console.log(doubled.length, doubled.charCodeAt(2 ** 21 - 1), doubled.slice(2 ** 20 - 1, 2 ** 20 + 2)); // expect: 2097152 98 bab
const parts = [];
for (let i = 0; i < 1000; i++) parts.push(doubled.slice(i, i + 2));
console.log(parts.join('').length, new Set(parts).size); // expect: 2000 2
let t = 'start';
const saved = [];
for (let i = 0; i < 300; i++) { t += '-' + i; if (i % 100 === 0) saved.push(t); }
console.log(saved.map(v => v.length).join(), saved[0], saved[1].endsWith('-99-100')); // expect: 7,299,699 start-0 true
const key = 'k' + 'ey';
console.log({ key: 'found' }[key], ({})[s] === undefined, new Map([['key', 1]]).get(key)); // expect: found true 1
