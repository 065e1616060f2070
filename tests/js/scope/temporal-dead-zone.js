// A let, const or class binding cannot be touched before its declaration has run.
function attempt(f) {
    try {
        return f();
    } catch (e) {
        return e.name + ': ' + e.message.includes('x');
    }
}
console.log(attempt(() => { x; let x = 1; })); // expect: ReferenceError: true
console.log(attempt(() => { x = 2; let x = 1; })); // expect: ReferenceError: true
console.log(attempt(() => { typeof x; let x = 1; })); // expect: ReferenceError: true
console.log(attempt(() => { new x(); class x {} })); // expect: ReferenceError: true
console.log(attempt(() => { const f = () => x; let x = 'later'; return f(); })); // expect: later
console.log(attempt(() => { let x = (x, 1); })); // expect: ReferenceError: true
console.log(attempt(() => ((a = x, x = 1) => a)())); // expect: ReferenceError: true
console.log(attempt(() => { switch (1) { case 0: let x; case 1: return x; } })); // expect: ReferenceError: true
console.log(attempt(() => { for (let x of [x]) return 1; })); // expect: ReferenceError: true
console.log(attempt(() => { class x extends (x, Object) {} })); // expect: ReferenceError: true
