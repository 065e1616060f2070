// Errors made by the engine carry the position of the expression that failed.
const cases = [
    () => undefinedName,
    () => null.x,
    () => { let o = {}; o.f(); },
    () => { const c = 1; c = 2; },
    () => { let { a } = null; },
    () => new (class A { constructor() { this.x.y; } })(),
    () => [...5],
    () => 'x'.repeat(-1),
];
for (const f of cases) {
    try { f(); } catch (e) {
        const at = e.stack.split('\n').find(l => l.includes('stack-of-throw-kinds.js'));
        console.log(e.name, at.slice(at.lastIndexOf('.js') + 3).split(')')[0]);
    }
}
// expect: ReferenceError :3:11
// expect: TypeError :4:16
// expect: TypeError :5:27
// expect: TypeError :6:28
// expect: TypeError :7:19
// expect: TypeError :8:49
// expect: TypeError :9:15
// expect: RangeError :10:15
