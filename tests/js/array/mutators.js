// push, pop, shift, unshift, splice, reverse, fill, copyWithin: results and holes.
const a = [1, 2, 3];
console.log(a.push(4, 5), a.pop(), a.shift(), a.unshift(8, 9), a.join()); // expect: 5 5 1 5 8,9,2,3,4
console.log(a.splice(1, 2).join(), a.join(), a.splice(-1).join(), a.splice(1, 0, 'x', 'y').length, a.join()); // expect: 9,2 8,3,4 4 0 8,x,y,3
console.log([1, 2, 3, 4, 5].copyWithin(0, 3).join(), [1, 2, 3].fill(0, 1).join(), [3, 1, 2].reverse().join(), [1, 2, 3, 4, 5].copyWithin(1, 0, 3).join()); // expect: 4,5,3,4,5 1,0,0 2,1,3 1,1,2,3,5
const holes = [1, , 3];
holes.reverse();
console.log(1 in holes, holes.length, holes.shift(), holes.length, 0 in holes); // expect: false 3 3 2 false
const e = [];
console.log(e.pop(), e.shift(), e.length); // expect: undefined undefined 0
e[5] = 1;
console.log(e.length, e.unshift('first'), 5 in e, 6 in e); // expect: 6 7 false true
e.length = 2;
console.log(e.join('-'), e.length); // expect: first- 2
const big = Array.from({ length: 1000 }, (_, i) => i);
big.splice(10, 980);
console.log(big.length, big[10]); // expect: 20 990
const like = { length: 2, 0: 'a', 1: 'b' };
console.log(Array.prototype.push.call(like, 'c'), like[2], like.length, Array.prototype.shift.call(like), like[0]); // expect: 3 c 3 a b
