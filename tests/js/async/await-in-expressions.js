// await in every place of an expression keeps what was computed before it.
const later = v => new Promise(r => setTimeout(r, 1, v));
(async () => {
    console.log(1 + await later(2) * await later(3)); // expect: 7
    const o = { [await later('k')]: await later('v'), ...await later({ s: 1 }) };
    console.log(o.k, o.s); // expect: v 1
    console.log([await later(1), ...await later([2, 3]), await later(4)].join()); // expect: 1,2,3,4
    console.log(await (await later(async x => x + 1))(await later(5))); // expect: 6
    let x = 1;
    x += await (x = 10, later(5));
    console.log(x); // expect: 6
    const obj = { f(a, b) { return this === obj && a + b; } };
    console.log(obj.f(await later(1), await later(2))); // expect: 3
    console.log(`${await later('t')}-${await later('u')}`); // expect: t-u
    for (const y of await later([7])) console.log(y); // expect: 7
    const { a = await later('default') } = await later({});
    console.log(a); // expect: default
    switch (await later(2)) { case await later(1): break; case await later(2): console.log('two'); } // expect: two
    console.log(await later(null) ?? await later('n'), (await later({ q: 1 }))?.q); // expect: n 1
    class C { static v = 1; [await later('m')]() { return 'computed'; } }
    console.log(new C().m()); // expect: computed
    label: for (let i = 0; ; i++) { try { await later(); if (i === 2) break label; } finally { await later(); } }
    await Promise.all([1, 2, 3].map(async n => { await later(); x += n; }));
    console.log(x); // expect: 12
})();
