// Callbacks: arguments, holes, changes on the way, thisArg, early ends.
const seen = [];
[1, , 3].forEach(function (v, i, a) { seen.push(v, i, a.length, this.t); }, { t: 't' });
console.log(seen.join()); // expect: 1,0,3,t,3,2,3,t
console.log([1, , 3].map(x => x * 2).length, 1 in [1, , 3].map(x => x), [, 1].filter(() => true).length); // expect: 3 false 1
console.log([3, , 5].findIndex(x => x === undefined), [1, 2, 3].find(x => x > 1), [1, 2, 3].findLast(x => x < 3), [1, 2].findLastIndex(x => x > 5)); // expect: 1 2 2 -1
console.log([1, 2, 3, 4].reduce((a, b) => a + b), ['a', 'b'].reduceRight((a, b) => a + b), [].reduce((a, b) => a, 'init'), [5].reduce(() => 'never')); // expect: 10 ba init 5
try { [].reduce((a, b) => a); } catch (e) { console.log(e.name); } // expect: TypeError
console.log([1, 2, 3].some(x => x === 2), [].every(x => false), [1, 0].every(Boolean), [].some(x => true)); // expect: true true false false
const grows = [1, 2, 3];
let calls = 0;
grows.forEach(x => { calls++; if (calls < 10) grows.push(x); });
console.log(calls); // expect: 3
const shrinks = [1, 2, 3, 4];
calls = 0;
shrinks.map(() => { calls++; shrinks.length = 2; });
console.log(calls); // expect: 2
console.log([1, 2, 3].flatMap(x => [x, [x * 2]]).length, [1, [2, [3, [4]]]].flat().length, [1, [2, [3, [4]]]].flat(Infinity).join()); // expect: 6 3 1,2,3,4
console.log(['1', '2', '3'].map(parseInt).join(), Array.from('abc', (c, i) => c + i).join(), Array.from({ length: 2 }).join()); // expect: 1,NaN,NaN a0,b1,c2 ,
try { [1].map(5); } catch (e) { console.log(e.name); } // expect: TypeError
for (const [i, v] of [7, 8].entries()) console.log(i, v);
// expect: 0 7
// expect: 1 8
console.log([...['x', 'y'].keys()].join(), [...[, 1].values()].length); // expect: 0,1 2
