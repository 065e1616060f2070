// Closures of one call share variables; every call has its own.
function counter() {
    let n = 0;
    return { up: () => ++n, down: () => --n, get value() { return n; } };
}
const a = counter(), b = counter();
a.up(); a.up(); b.down();
console.log(a.value, b.value); // expect: 2 -1
function outer() {
    var x = 1;
    function middle() {
        function inner() { return x++; }
        return inner;
    }
    const f = middle(), g = middle();
    f(); g();
    return x;
}
console.log(outer()); // expect: 3
function parameters(a, b = () => a, c = () => { a = 'changed'; }) {
    c();
    return b() + a;
}
console.log(parameters('first')); // expect: changedchanged
function shadowed(a, b = () => a) {
    var a = 'inner';
    return b() + ' ' + a;
}
console.log(shadowed('outer')); // expect: outer inner
