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
// No order between these hangs on how fast they come; what each has logged is shown at the end.
const refreshed = [], beats = [], again = [];
const late = setTimeout(() => refreshed.push('refreshed'), 20);
setTimeout(() => {
    setTimeout(() => refreshed.push('before it'), 20); // due no later than `late` when that begins anew, else after it
    late.refresh();
}, 10);
const beat = setInterval(function () {
    if (beats.push(this === beat) === 2) { clearTimeout(+this); beats.push(this.hasRef()); }
}, 25);
const once = setTimeout(() => { if (again.push(once.hasRef()) < 3) once.refresh(); }, 30);
process.on('exit', () => {
    console.log(refreshed.join(), beats.join(), again.join()); // expect: before it,refreshed true,true,false false,false,false
});
