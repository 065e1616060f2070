// flags: --module
// Imports are live views of the exporting module's variables and cannot be assigned.
import def, { n, up, replace as r, Late } from './live_fixture.mjs';
import * as ns from './live_fixture.mjs';
console.log(n, up(), n, ns.n, def); // expect: 0 1 1 1 default value
try { n = 5; } catch (e) { console.log(e.name); } // expect: TypeError
try { ns.n = 5; } catch (e) { console.log(e.name); } // expect: TypeError
r();
console.log(new Late().v); // expect: replaced
console.log(Object.keys(ns).join(), ns[Symbol.toStringTag], Object.isExtensible(ns), Reflect.getPrototypeOf(ns)); // expect: Late,default,n,replace,up Module false null
console.log(Object.getOwnPropertyDescriptor(ns, 'n').writable, 'n' in ns, ns.none, delete ns.none); // expect: true true undefined true
try { delete ns.n; } catch (e) { console.log(e.name); } // expect: TypeError
console.log(this, typeof import.meta, Object.getPrototypeOf(import.meta)); // expect: undefined object null
