// arguments.callee is the function in sloppy functions with simple parameters, and throws in all others.
const callee = f => {
    const d = Object.getOwnPropertyDescriptor(f(1), 'callee');
    return d.get ? d.get === d.set && !d.configurable && !d.enumerable : d.value === f;
};
console.log(callee(function () { return arguments; })); // expect: true
console.log(callee(function (a) { return arguments; })); // expect: true
console.log(callee(function (a) { 'use strict'; return arguments; })); // expect: true
for (const f of [function (a = 1) { return arguments; }, function (...a) { return arguments; }, function ({}) { return arguments; }]) {
    try {
        f(1).callee;
    } catch (e) {
        console.log(e.name, callee(f)); // expect: TypeError true
    }
}
// expect: TypeError true
// expect: TypeError true
