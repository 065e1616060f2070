// Async generators: queued requests, return and throw while waiting, yield of promises, delegation.
async function* g() {
    try {
        const x = yield Promise.resolve('unwrapped');
        console.log('got', x);
        yield 2;
    } finally {
        await null;
        console.log('cleanup');
    }
}
(async () => {
    const it = g();
    const all = await Promise.all([it.next(), it.next('b'), it.return('r'), it.next()]);
    console.log(all.map(r => r.value + ':' + r.done).join());
    for await (const x of g()) { console.log(x); break; }
    for await (const x of [Promise.resolve(1), 2]) console.log(x);
    async function* outer() { const r = yield* inner(); yield r; }
    async function* inner() { yield 'i'; return 'from inner'; }
    const seen = [];
    for await (const x of outer()) seen.push(x);
    console.log(seen.join());
    async function* fails() { yield 1; throw new Error('in generator'); }
    try { for await (const x of fails()); } catch (e) { console.log(e.message); }
    const t = g();
    await t.next();
    await t.throw(new Error('thrown in')).catch(e => console.log(e.message));
    console.log((await t.next()).done);
    async function* rejects() { yield Promise.reject(new Error('yielded rejection')); }
    await rejects().next().catch(e => console.log(e.message));
    const empty = (async function* () {})();
    console.log((await empty.return(Promise.resolve('awaited'))).value);
})();
// expect: got b
// expect: cleanup
// expect: unwrapped:false,2:false,r:true,undefined:true
// expect: unwrapped
// expect: cleanup
// expect: 1
// expect: 2
// expect: i,from inner
// expect: in generator
// expect: cleanup
// expect: thrown in
// expect: true
// expect: yielded rejection
// expect: awaited
