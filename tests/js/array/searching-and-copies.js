// indexOf and includes, slices, concat, join, at, and the methods that copy.
console.log([NaN].indexOf(NaN), [NaN].includes(NaN), [, 1].includes(undefined), [, 1].indexOf(undefined), [1, 2, 1].lastIndexOf(1), [1, 2, 1].indexOf(1, 1), [1, 2, 3].indexOf(3, -1)); // expect: -1 true true -1 2 2 2
console.log([1, 2, 3, 4].slice(1, -1).join(), [1, 2].concat(3, [4, [5]], 'x').length, [1, 2, 3].at(-1), [1].at(5)); // expect: 2,3 6 3 undefined
console.log([null, undefined, 1, [2, [3]]].join('|'), [1, 2].toString(), String([[], [[]], null])); // expect: ||1|2,3 1,2 ,,
const a = [3, 1, 2];
console.log(a.toSorted().join(), a.toReversed().join(), a.with(0, 9).join(), a.toSpliced(1, 1, 'x', 'y').join(), a.join()); // expect: 1,2,3 2,1,3 9,1,2 3,x,y,2 3,1,2
try { a.with(5, 0); } catch (e) { console.log(e.name); } // expect: RangeError
const spreadable = { length: 2, 0: 'p', 1: 'q', [Symbol.isConcatSpreadable]: true };
const whole = Object.assign([1, 2], { [Symbol.isConcatSpreadable]: false });
console.log([].concat(spreadable, whole).length); // expect: 3
const cyclic = [1]; cyclic.push(cyclic, 2);
console.log(cyclic.join(), Array.of(7).length, Array.isArray([]), Array.isArray({ __proto__: Array.prototype })); // expect: 1,,2 1 true false
console.log([1, [2, [3]]].toLocaleString(), [,].length, [, ,].length, [1, 2,].length); // expect: 1,2,3 1 2 2
