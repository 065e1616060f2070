// Writing to a module namespace fails with the wording of V8.
import * as ns from './namespace-writes.mjs';
export let x = 1;
for (const f of [() => { ns.x = 2; }, () => { ns.y = 2; }, () => { delete ns.x; }, () => Object.defineProperty(ns, 'x', { value: 3 })]) {
    try { f(); } catch (e) { console.log(e.name + ': ' + e.message); }
}
// expect: TypeError: Cannot assign to read only property 'x' of object '[object Module]'
// expect: TypeError: Cannot add property y, object is not extensible
// expect: TypeError: Cannot delete property 'x' of [object Module]
// expect: TypeError: Cannot redefine property: x
