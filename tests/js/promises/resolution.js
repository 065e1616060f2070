// Resolving: once only, with itself, with thenables that throw, call twice, or have a throwing getter.
const log = [];
const note = name => [v => console.log(name, 'fulfilled', String(v)), e => console.log(name, 'rejected', e instanceof Error ? e.name + ' ' + e.message.length : e)];
let resolveLater;
const self = new Promise(r => { resolveLater = r; });
resolveLater(self);
self.then(...note('self').map((f, i) => i ? e => console.log('self', e.name) : f));
new Promise((r, j) => { r(1); j(2); r(3); throw 4; }).then(...note('once'));
new Promise(() => { throw 'thrown'; }).then(...note('executor'));
const p = Promise.resolve(5);
console.log(Promise.resolve(p) === p);
try { new Promise(); } catch (e) { console.log(e.name); }
try { Promise(() => {}); } catch (e) { console.log(e.name); }
setTimeout(() => {
    Promise.resolve({ then(r, j) { r('a'); j('b'); throw 'c'; } }).then(...note('thenable'));
    Promise.resolve({ get then() { throw 'getter'; } }).then(...note('getter'));
    Promise.resolve({ then: 5 }).then(v => console.log('data', v.then));
    Promise.resolve({ then(r) { throw 'early'; } }).then(...note('throws'));
    Promise.reject(Promise.resolve(1)).catch(v => console.log('a rejection is not unwrapped', v instanceof Promise));
}, 2);
// expect: true
// expect: TypeError
// expect: TypeError
// expect: self TypeError
// expect: once fulfilled 1
// expect: executor rejected thrown
// expect: getter rejected getter
// expect: data 5
// expect: a rejection is not unwrapped true
// expect: thenable fulfilled a
// expect: throws rejected early
