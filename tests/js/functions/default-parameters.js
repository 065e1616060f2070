// Defaults run from left to right when the argument is undefined, in a scope of their own.
const log = [];
const note = x => (log.push(x), x);
function f(a = note(1), b = note(a + 1), { c = note(3) } = {}) { return [a, b, c].join(); }
console.log(f(), log.join()); // expect: 1,2,3 1,2,3
console.log(f(undefined, null), f(0, 5, { c: 9 })); // expect: 1,,3 0,5,9
console.log(f.length, ((a, b = 1, c) => 0).length, ((...r) => 0).length); // expect: 0 1 0
function g(x = this.y) { return x; }
console.log(g.call({ y: 'this works' })); // expect: this works
try {
    ((a = b, b) => 0)();
} catch (e) {
    console.log(e.name); // expect: ReferenceError
}
console.log(((a, b = a) => { a = 2; return b; })(1)); // expect: 1
