// Cube roots where the cube of the root overflows or is denormal, correctly rounded.
console.log(Math.cbrt(Number.MAX_VALUE)); // expect: 5.643803094122362e+102
console.log(Math.cbrt(-Number.MAX_VALUE)); // expect: -5.643803094122362e+102
console.log(Math.cbrt(Number.MIN_VALUE)); // expect: 1.7031839360032603e-108
console.log(Math.cbrt(2 ** -1074 * 8)); // expect: 3.4063678720065206e-108
console.log(Math.cbrt(27), Math.cbrt(-0.125), Math.cbrt(1e-300), 1 / Math.cbrt(-0)); // expect: 3 -0.5 1e-100 -Infinity
console.log(Math.cbrt(Infinity), Math.cbrt(-Infinity), Math.cbrt(NaN)); // expect: Infinity -Infinity NaN
