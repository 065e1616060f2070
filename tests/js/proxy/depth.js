// Long chains of proxies end in a RangeError at worst.
function deep(f) { try { f(); console.log('ok'); } catch (e) { console.log(e instanceof RangeError ? 'ok' : String(e)); } }
let p = function () {};
for (let i = 0; i < 100000; i++) p = new Proxy(p, {});
deep(() => p.x); // expect: ok
deep(() => { p.x = 1; }); // expect: ok
deep(() => 'x' in p); // expect: ok
deep(() => delete p.x); // expect: ok
deep(() => p()); // expect: ok
deep(() => new p()); // expect: ok
deep(() => Object.keys(p)); // expect: ok
deep(() => Object.getPrototypeOf(p)); // expect: ok
deep(() => Object.isExtensible(p)); // expect: ok
deep(() => Object.preventExtensions(p)); // expect: ok
deep(() => Object.getOwnPropertyDescriptor(p, 'x')); // expect: ok
deep(() => Array.isArray(p)); // expect: ok
deep(() => p instanceof Object); // expect: ok
// A prototype chain that goes back to itself through a proxy.
const o = {};
Object.setPrototypeOf(o, new Proxy(Object.create(o), {}));
deep(() => o.x); // expect: ok
deep(() => 'x' in o); // expect: ok
deep(() => { o.x = 1; }); // expect: ok
