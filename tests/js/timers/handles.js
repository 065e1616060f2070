// Handles: number, string and key; ref and unref; refresh; one clear for every kind; arguments.
const h = setTimeout(() => console.log('never'), 5);
console.log(typeof +h, `${h}` === String(+h), h.id === +h, { [h]: 1 }[+h], h.hasRef()); // expect: number true true 1 true
console.log(h.unref() === h, h.hasRef(), h.ref() === h, h.hasRef()); // expect: true false true true
for (const clear of [clearTimeout, clearInterval, clearImmediate]) {
    for (const nothing of [undefined, null, NaN, -1, 'zz', '', Symbol('s'), {}, [], 1e9, 1n, () => { }]) clear(nothing);
}
clearImmediate(`${h}`);
console.log(h.hasRef(), h.refresh() === h, h.hasRef(), h.close() === h); // expect: false true false true
for (const delay of [undefined, -5, NaN, 'x', 0.2, '3', { valueOf: () => 1 }]) setTimeout(() => { }, delay);
try { setTimeout(() => { }, Symbol()); } catch (e) { console.log(e.name); } // expect: TypeError
for (const f of [setTimeout, setInterval, setImmediate, queueMicrotask]) {
    try { f({}); } catch (e) { console.log(f.name, e.name, e.code); }
}
// expect: setTimeout TypeError ERR_INVALID_ARG_TYPE
// expect: setInterval TypeError ERR_INVALID_ARG_TYPE
// expect: setImmediate TypeError ERR_INVALID_ARG_TYPE
// expect: queueMicrotask TypeError ERR_INVALID_ARG_TYPE
const immediate = setImmediate(() => console.log('never'));
clearTimeout(+immediate);
setInterval(() => console.log('never'), 1)[Symbol.dispose ?? 'close']();
setInterval(() => console.log('unreferenced'), 1e5).unref();

setTimeout(function (...rest) { console.log(this.hasRef(), arguments.length, rest.join()); }, 2, 1, 'a'); // expect: false 2 1,a
const late = setTimeout(() => console.log('refreshed'), 20);
setTimeout(() => late.refresh(), 10);
setTimeout(() => console.log('before it'), 24); // expect: before it
let beats = 0; // expect: refreshed
const beat = setInterval(function () {
    if (++beats === 2) { clearTimeout(+this); console.log('beats', this === beat, this.hasRef()); } // expect: beats true false
}, 25);
let again = 0;
const once = setTimeout(() => { if (++again < 3) once.refresh(); else console.log('thrice'); }, 30); // expect: thrice
