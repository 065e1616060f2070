// then passes values through, finally keeps them unless it throws, catch is then.
const show = (...a) => console.log(...a);
(async () => {
    show(await Promise.resolve(1).then(null, 5).then().finally(() => 2)); // expect: 1
    show(await Promise.reject('e').finally(() => 'ignored').catch(e => e)); // expect: e
    show(await Promise.resolve(1).finally(() => { throw 'from finally'; }).catch(e => e)); // expect: from finally
    show(await Promise.resolve(1).finally(() => Promise.reject('rejected')).catch(e => e)); // expect: rejected
    show(await Promise.resolve(1).then(() => { throw 't'; }).catch(e => e + '!')); // expect: t!
    show(await new Promise(r => r(new Promise(r => setTimeout(r, 1, 'nested'))))); // expect: nested
    show(Promise.prototype.catch.call({ then: (a, b) => a === undefined && b }, 'second')); // expect: second
    class Mine extends Promise {}
    show(Mine.resolve(1).finally(() => {}) instanceof Mine, Mine.all([]) instanceof Mine); // expect: true true
    show(await Promise.resolve(1).finally((...a) => show(a.length)));
    // expect: 0
    // expect: 1
})();
