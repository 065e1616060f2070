// sort: stable, undefined last, holes after that, default by text, odd comparators, changes on the way.
console.log([10, 9, 1, 2].sort().join(), [10, 9, 1].sort((a, b) => a - b).join(), ['b', undefined, 'a', , 'c'].sort().length); // expect: 1,10,2,9 1,9,10 5
const s = ['b', undefined, , 'a'];
s.sort();
console.log(s[0], s[1], s[2], 2 in s, 3 in s); // expect: a b undefined true false
const people = Array.from({ length: 500 }, (_, i) => ({ k: i % 7, i }));
people.sort((a, b) => a.k - b.k);
console.log(people.every((p, i) => i === 0 || people[i - 1].k < p.k || (people[i - 1].k === p.k && people[i - 1].i < p.i))); // expect: true
let x = 7;
const random = Array.from({ length: 3000 }, () => (x = x * 16807 % 2147483647));
const sorted = [...random].sort((a, b) => a - b);
console.log(sorted.every((v, i) => i === 0 || sorted[i - 1] <= v), sorted.length); // expect: true 3000
console.log([3, 2, 1].sort(() => 0).join(), [1, 2, 3].sort(() => NaN).join(), [1, 2, 3].sort((a, b) => ({ valueOf: () => b - a })).join()); // expect: 3,2,1 1,2,3 3,2,1
try { [1, 2].sort('x'); } catch (e) { console.log(e.name); } // expect: TypeError
try { [2, 1].sort(() => { throw new Error('from the comparator'); }); } catch (e) { console.log(e.message); } // expect: from the comparator
const changing = [3, 2, 1];
changing.sort((a, b) => { changing.length = 0; return a - b; });
console.log(changing.join()); // expect: 1,2,3
console.log(['é', 'z', 'a', 'Z', '10', '9', 'ab', ''].sort().join()); // expect: ,10,9,Z,a,ab,z,é
console.log([true, false, null, -1, 'b'].sort().join()); // expect: -1,b,false,,true
