// console.log joins its arguments with spaces and understands the common placeholders.
console.log('a', 1, true, null, undefined, -0); // expect: a 1 true null undefined -0
console.log('%s is %d and %i%%', 'x', 1.5, 2.7, 'rest'); // expect: x is 1.5 and 2% rest
console.log('no placeholders', '%s', 5); // expect: no placeholders %s 5
console.log('%s'); // expect: %s
console.log(); // expect:
console.log(Symbol('s'), 'quoted not'); // expect: Symbol(s) quoted not
console.log([1, 'two', [3]], { a: 1, b: 'x' }); // expect: [ 1, 'two', [ 3 ] ] { a: 1, b: 'x' }
const cyclic = { name: 'c' };
cyclic.self = cyclic;
console.log(cyclic); // expect: <ref *1> { name: 'c', self: [Circular *1] }
