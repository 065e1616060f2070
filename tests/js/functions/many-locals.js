// A function with more variables and temporaries than an operand byte can name.
const lines = [];
for (let i = 0; i < 400; i++) lines.push(`let v${i} = a + ${i};`);
const body = lines.join('\n') + 'return ' + Array.from({ length: 400 }, (_, i) => 'v' + i).join('+');
console.log(new Function('a', body)(1)); // expect: 80200
const nested = new Function('a', 'return ' + '(a+'.repeat(300) + '0' + ')'.repeat(300));
console.log(nested(2)); // expect: 600
const array = new Function('return [' + Array.from({ length: 1000 }, (_, i) => i).join() + '].length');
console.log(array()); // expect: 1000
const object = new Function('return Object.keys({' + Array.from({ length: 700 }, (_, i) => `k${i}:${i}`).join() + '}).length');
console.log(object()); // expect: 700
const strings = new Function('let s = 0;' + Array.from({ length: 1000 }, (_, i) => `s += "text${i}".length;`).join('') + 'return s');
console.log(strings()); // expect: 6890
