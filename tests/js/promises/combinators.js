// all, allSettled, any, race: results, order, empty lists, iterables, non-promises.
const later = (v, ms) => new Promise(r => setTimeout(r, ms, v));
const fail = (v, ms) => new Promise((_, r) => setTimeout(r, ms, v));
(async () => {
    console.log((await Promise.all([later(1, 3), 2, later(3, 1)])).join()); // expect: 1,2,3
    console.log(await Promise.all([later(1, 1), fail('x', 2), fail('y', 1)]).catch(e => e)); // expect: y
    const s = await Promise.allSettled([1, fail('no', 1)]);
    console.log(s.map(r => r.status + ':' + (r.value ?? r.reason)).join()); // expect: fulfilled:1,rejected:no
    console.log(await Promise.any([fail(1, 1), later('first', 2), later('second', 5)])); // expect: first
    const e = await Promise.any([fail('a', 2), fail('b', 1)]).catch(e => e);
    console.log(e.name, e.errors.join(), e instanceof AggregateError); // expect: AggregateError a,b true
    console.log(await Promise.race([later('slow', 9), later('fast', 1)])); // expect: fast
    console.log((await Promise.all([])).length, (await Promise.allSettled(new Set())).length); // expect: 0 0
    console.log((await Promise.any([]).catch(e => e)).errors.length); // expect: 0
    console.log(await Promise.all(5).catch(e => e.name)); // expect: TypeError
    let settled = false;
    Promise.race([]).then(() => { settled = true; });
    await later(0, 2);
    console.log(settled); // expect: false
    console.log(await Promise.all([{ then(r) { r('thenable'); } }]).then(a => a[0])); // expect: thenable
})();
