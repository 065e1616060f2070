// The shortcuts for untouched promises end where script changes then, constructor, species or resolve.
const log = [];
const settled = Promise.resolve('v');
(async () => {
    // an own then is called by await, resolution and the combinators
    const own = Promise.resolve(1);
    own.then = function (f, r) { log.push('own'); return Promise.prototype.then.call(this, f, r); };
    await own;
    await Promise.resolve().then(() => own);
    await Promise.all([own, settled]);
    console.log(log.join()); // expect: own,own
    log.length = 0;

    // an own constructor makes await wrap the promise
    const foreign = Promise.resolve(2);
    Object.defineProperty(foreign, 'constructor', { get() { log.push('constructor'); return Promise; } });
    await foreign;
    Promise.resolve(foreign);
    foreign.then(() => {});
    foreign.finally(() => {});
    console.log(log.join()); // expect: constructor,constructor,constructor,constructor,constructor
    log.length = 0;

    // Promise.prototype.then replaced: everybody sees it, until it is back
    const then = Promise.prototype.then;
    Promise.prototype.then = function (...handlers) { log.push('patched'); return then.apply(this, handlers); };
    const all = Promise.all([settled, 3]), race = Promise.race([settled]);
    Promise.prototype.then = then;
    console.log(log.join(), (await all).join(), await race); // expect: patched,patched,patched v,3 v
    log.length = 0;

    // Promise.resolve replaced
    const resolve = Promise.resolve;
    Promise.resolve = function (v) { log.push('resolve'); return resolve.call(this, v); };
    const any = Promise.any([4, 5]);
    Promise.resolve = resolve;
    console.log(log.join(), await any); // expect: resolve,resolve 4
    log.length = 0;

    // species
    class Sub extends Promise { constructor(executor) { super(executor); log.push('sub'); } }
    const species = Object.getOwnPropertyDescriptor(Promise, Symbol.species);
    Object.defineProperty(Promise, Symbol.species, { get() { return Sub; }, configurable: true });
    const derived = settled.then(x => x);
    Object.defineProperty(Promise, Symbol.species, species);
    console.log(derived instanceof Sub, settled.then(x => x) instanceof Sub, log.join()); // expect: true false sub
    log.length = 0;

    // Promise.prototype.constructor replaced
    Promise.prototype.constructor = Sub;
    const byConstructor = settled.then(x => x);
    Promise.prototype.constructor = Promise;
    console.log(byConstructor instanceof Sub, (await byConstructor)); // expect: true v
    console.log(Object.getPrototypeOf(await Promise.all([])) === Array.prototype); // expect: true
})();
