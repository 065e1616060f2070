// import() from a script: a promise for the namespace, the same module each time, rejections for what fails.
(async () => {
    const a = await import('./live_fixture.mjs'), b = await import('./live_' + 'fixture.mjs');
    console.log(a === b, a.n); // expect: true 0
    console.log(await import('./no_such_fixture.mjs').catch(e => e instanceof Error)); // expect: true
    console.log(await import({ toString() { throw new RangeError('specifier'); } }).catch(e => e.name)); // expect: RangeError
    console.log((await import('./cycle_fixture_a.mjs')).even(4)); // expect: true
})();
