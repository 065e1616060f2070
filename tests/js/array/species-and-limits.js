// Species, spreadability, lengths at the limits, arrays that contain themselves, arguments of comparators.
class Stack extends Array {}
const s = Stack.from([1, 2, 3]);
console.log(s instanceof Stack, s.map(x => x) instanceof Stack, s.slice(1).constructor === Stack); // expect: true true true
console.log(s.concat([4]) instanceof Stack, s.splice(0, 1) instanceof Stack, s.length); // expect: true true 2
console.log(s.toSorted() instanceof Stack, s.with(0, 9) instanceof Stack); // expect: false false
class Plain extends Array { static get [Symbol.species]() { return Array; } }
console.log(new Plain(1, 2).filter(() => true).constructor === Array); // expect: true
const odd = [1, 2, 3];
odd.constructor = { [Symbol.species]: function (length) { this.asked = length; } };
const made = odd.map(x => x * 2);
console.log(Array.isArray(made), made.asked, made[2]); // expect: false 3 6
odd.constructor = { [Symbol.species]: null };
console.log(Array.isArray(odd.slice()), odd.slice().length); // expect: true 3
odd.constructor = 5;
try { odd.slice(); } catch (e) { console.log(e.name); } // expect: TypeError
Object.defineProperty(Array, Symbol.species, { value: Stack, configurable: true });
console.log([1].slice() instanceof Stack); // expect: true
Object.defineProperty(Array, Symbol.species, { get() { return this; }, configurable: true });

console.log([].concat({ length: 1, 0: 'x', [Symbol.isConcatSpreadable]: true }, 'y')); // expect: [ 'x', 'y' ]
const closed = [1, 2];
closed[Symbol.isConcatSpreadable] = false;
console.log([].concat(closed).length, [, 1].concat([, 2]).length, 0 in [, 1].concat([2])); // expect: 1 4 false

const last = 2 ** 53 - 1;
for (const f of [
    () => Array.prototype.push.call({ length: last }, 1), () => Array.prototype.unshift.call({ length: last }, 1),
    () => Array.prototype.splice.call({ length: last }, 0, 0, 1), () => Array.prototype.toSpliced.call({ length: last }, 0, 0, 1),
    () => [1].concat({ length: last, [Symbol.isConcatSpreadable]: true }),
]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
const far = { length: last, [last - 1]: 'end' };
console.log(Array.prototype.at.call(far, -1), Array.prototype.pop.call(far), far.length === last - 1); // expect: end end true
console.log(Array.prototype.indexOf.call({ length: last, [last - 2]: 7 }, 7, last - 3) === last - 2); // expect: true
const full = new Array(2 ** 32 - 1);
for (const f of [() => full.push(1), () => full.toReversed(), () => full.join(), () => full.concat([1]), () => new Array(-1), () => Array.from({ length: 2 ** 32 })]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
// expect: RangeError
console.log(full[2 ** 32 - 1], full.length, full.indexOf(1), full.lastIndexOf(1), full.some(x => true)); // expect: 1 4294967295 -1 -1 false
console.log(full.sort().length, full.includes(undefined), full.slice(-2).length); // expect: 4294967295 true 2

const ring = [1, , null];
ring.push([ring, 2], ring);
console.log(String(ring), ring.toLocaleString()); // expect: 1,,,,2, 1,,,,2,
let nested = [];
for (let i = 0; i < 100000; i++) nested = [nested];
for (const f of [() => nested.join(), () => nested.flat(Infinity).length]) {
    try { console.log(f()); } catch (e) { console.log(e.name); }
}
// expect: RangeError
// expect: RangeError
console.log(nested.flat(50).length); // expect: 1

const calls = [];
[3, 1, 2].sort((a, b) => (calls.push(a + '-' + b), a - b));
console.log(calls.join(' ')); // expect: 1-3 2-1 2-3 2-1
console.log([3, undefined, 1, , 2].sort((a, b) => { if (a === undefined || b === undefined) throw 1; return b - a; })); // expect: [ 3, 2, 1, undefined, <1 empty item> ]
console.log([10, 9, 1, -1, 'b', true].sort()); // expect: [ -1, 1, 10, 9, 'b', true ]
const people = Array.from({ length: 300 }, (_, i) => ({ key: i * 7919 % 10, i }));
people.sort((a, b) => a.key - b.key);
console.log(people.every((p, i) => i === 0 || people[i - 1].key < p.key || (people[i - 1].key === p.key && people[i - 1].i < p.i))); // expect: true
for (const bad of [null, {}, 'f']) {
    try { [].sort(bad); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
let steps = 0;
try { [2, 1, 3].sort(() => { steps++; throw new Error('once'); }); } catch (e) { console.log(e.message, steps); } // expect: once 1
console.log(Object.keys(Array.prototype[Symbol.unscopables]).join()); // expect: at,copyWithin,entries,fill,find,findIndex,findLast,findLastIndex,flat,flatMap,includes,keys,toReversed,toSorted,toSpliced,values
Array.prototype[1] = 'inherited';
console.log([0, , 2].map(x => x)[1], [0, , 2].indexOf('inherited'), [0, , 2].slice()[1], [, ,].pop(), [0, ,].concat([])[1]); // expect: inherited 1 inherited inherited inherited
delete Array.prototype[1];
