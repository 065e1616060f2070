// More arguments than fit in a byte, and calls through spread and apply with thousands.
const names = Array.from({ length: 300 }, (_, i) => 'a' + i);
const sum = new Function(...names, 'return ' + names.join('+'));
console.log(sum(...names.map((_, i) => i))); // expect: 44850
console.log((function () { return arguments.length; })(...new Array(10000))); // expect: 10000
console.log(Math.max.apply(null, Array.from({ length: 20000 }, (_, i) => i))); // expect: 19999
console.log(((...r) => r.length)(...names, ...names)); // expect: 600
class A { constructor(...r) { this.n = r.length; } }
console.log(new A(...names).n); // expect: 300
