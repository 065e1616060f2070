// Array.fromAsync: async and sync sources, array-likes, mapping.
async function* g() { yield 1; yield 2; }
(async () => {
    console.log((await Array.fromAsync(g())).join()); // expect: 1,2
    console.log((await Array.fromAsync([Promise.resolve(1), 2], async x => x * 10)).join()); // expect: 10,20
    console.log((await Array.fromAsync({ length: 2, 0: Promise.resolve('a'), 1: 'b' })).join()); // expect: a,b
    console.log(await Array.fromAsync(null).catch(e => e.name)); // expect: TypeError
})();
