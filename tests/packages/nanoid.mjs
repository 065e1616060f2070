// nanoid: lengths, alphabets, own random sources, the non-secure form, distribution.
import { customAlphabet, customRandom, nanoid, random, urlAlphabet } from 'nanoid';
import { customAlphabet as looseAlphabet, nanoid as loose } from 'nanoid/non-secure';

console.log([...urlAlphabet].sort().join(''), nanoid().length, nanoid(10).length, nanoid(0), random(5).length, random(5).constructor.name);
const ids = Array.from({ length: 20000 }, () => nanoid());
console.log(new Set(ids).size, ids.every((id) => /^[\w-]{21}$/.test(id)));
let seed = 42;
const source = (size) => Uint8Array.from({ length: size }, () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16);
const seeded = customRandom('abcdef', 10, source);
console.log(seeded(), seeded(), seeded(4), customRandom('0123456789', 24, source)(), customRandom(urlAlphabet, 12, source)());
const hex = customAlphabet('1234567890abcdef', 32);
console.log(/^[0-9a-f]{32}$/.test(hex()), hex(5).length, customAlphabet('x', 6)(), /^[äöü]{9}$/.test(customAlphabet('äöü', 9)()));
const counts = new Map();
for (const id of ids) for (const letter of id) counts.set(letter, (counts.get(letter) ?? 0) + 1);
const expected = ids.length * 21 / urlAlphabet.length;
console.log(counts.size, [...counts.values()].every((n) => Math.abs(n / expected - 1) < 0.1));
console.log(loose().length, loose(7).length, /^[01]{16}$/.test(looseAlphabet('01', 16)()), new Set(Array.from({ length: 1000 }, () => loose())).size);
const Random = Math.random;
Math.random = () => 0.5;
console.log(loose(5) === loose(5), looseAlphabet('abc', 3)());
Math.random = Random;
