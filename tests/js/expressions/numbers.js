// Arithmetic at the edges of int32 and double.
console.log(2147483647 + 1, -2147483648 - 1, 65536 * 65536, -2147483648 * -1); // expect: 2147483648 -2147483649 4294967296 2147483648
console.log(Object.is(0 * -1, -0), Object.is(-0 + 0, 0), Object.is(-0 - 0, -0), 1 / (0 % -1)); // expect: true true true Infinity
console.log(Object.is(-4 % 2, -0), 5 % -3, -5 % 3, 5.5 % 2, 1 % Infinity); // expect: true 2 -2 1.5 1
console.log(1 << 31, 1 << 32, -1 >>> 0, -1 >> 31, 2 ** 32 >> 0, 2 ** 53 | 1); // expect: -2147483648 1 4294967295 -1 0 1
console.log(7 / 2, -7 / 2 | 0, 1 / 3, 0.1 + 0.2); // expect: 3.5 -3 0.3333333333333333 0.30000000000000004
console.log(2 ** -1, (-8) ** (1 / 3), NaN ** 0, 1 ** Infinity, 2 ** 10 ** 0); // expect: 0.5 NaN 1 NaN 2
console.log(~5, ~~3.7, ~-1, -'3', +'0x1f', +'', +' 12 ', +'1_0'); // expect: -6 3 0 -3 31 0 12 NaN
let i = 2147483647;
i++;
console.log(i, i | 0); // expect: 2147483648 -2147483648
let z = 0;
console.log(Object.is(-z, -0), Object.is(z * -5, -0), Math.sign(-7)); // expect: true true -1
console.log(5 / 0, -5 / 0, 0 / 0, 1e308 * 10, 5e-324 / 2); // expect: Infinity -Infinity NaN Infinity 0
