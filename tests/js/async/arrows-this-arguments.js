// Async arrows take this, arguments, super and new.target from around them.
class A { name() { return 'A'; } }
class B extends A {
    async run() { return [await (async () => super.name())(), await (async () => arguments.length)(), await (async () => this === this)()].join(); }
}
new B().run(1, 2).then(v => console.log(v));
const async = x => 'plain call ' + x;
console.log(async(1)); // expect: plain call 1
console.log((async => async)(2), typeof (async x => x), typeof (async (a, b) => a)); // expect: 2 function function
const o = { async: 1, await: 2, async async() { return 'm'; } };
console.log(o.await); // expect: 2
o.async().then(v => console.log(v));
// expect: m
// expect: A,2,true
