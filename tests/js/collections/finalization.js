// FinalizationRegistry: callbacks after the jobs of the turn, tokens, and what is not collected.
// flags: --test262
const gc = $262.gc;
const log = [];
const registry = new FinalizationRegistry(held => log.push(held));
const kept = [];
for (const f of [() => FinalizationRegistry(() => {}), () => new FinalizationRegistry({}), () => registry.register(1), () => registry.register(registry, registry), () => registry.register({}, 1, 1), () => registry.unregister(), () => registry.register.call({}, {})]) try { f(); } catch (e) { console.log(e.name + ': ' + e.message); }
// expect: TypeError: Constructor FinalizationRegistry requires 'new'
// expect: TypeError: FinalizationRegistry: cleanup must be callable
// expect: TypeError: FinalizationRegistry.prototype.register: invalid target
// expect: TypeError: FinalizationRegistry.prototype.register: target and holdings must not be same
// expect: TypeError: Invalid unregisterToken ('1')
// expect: TypeError: Invalid unregisterToken ('undefined')
// expect: TypeError: Method FinalizationRegistry.prototype.register called on incompatible receiver #<Object>
function fill() {
    for (let i = 0; i < 1000; i++) {
        const target = { i }, token = i % 2 ? target : i % 4 ? kept : undefined;
        registry.register(target, i, token);
        if (i % 100 === 0) kept.push(target);
    }
}
function spill(n) { return n ? spill(n - 1) + 1 : 0; } // old pointers in the C stack's shadow go away
fill();
spill(500);
console.log(registry.unregister(kept), registry.unregister(kept), registry.unregister({})); // expect: true false false
gc();
console.log(log.length); // expect: 0
Promise.resolve().then(() => console.log('job', log.length)); // expect: job 0
setTimeout(() => {
    spill(500);
    gc();
    setTimeout(() => {
        // Conservative scanning may keep a few.
        console.log(log.length > 700 && log.length <= 740, log.every(i => i % 4 !== 2 && i % 100 !== 0), new Set(log).size === log.length, kept.length); // expect: true true true 10
        second();
    }, 1);
}, 1);

// Errors of callbacks are uncaught; the other targets are told nevertheless.
function second() {
    const seen = [];
    const failing = new FinalizationRegistry(held => { seen.push(held); if (seen.length === 1) throw new Error('first'); });
    process.on('uncaughtException', e => console.log('uncaught', e.message)); // expect: uncaught first
    (() => { for (let i = 0; i < 10; i++) failing.register({}, i); })();
    spill(500);
    gc();
    setTimeout(() => { console.log(seen.length >= 8, kept.length); }, 5); // expect: true 10
}
