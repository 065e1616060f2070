// flags: --module
// Namespaces of modules, also while some of their exports are not there yet.
import * as self from './namespace.js';
import { inspect } from 'util';
console.log(inspect(self, { breakLength: 120 })); // expect: [Module: null prototype] { a: <uninitialized>, f: [Function: f] }
export let a = 1;
export function f() {}
console.log(inspect(self, { breakLength: 120 })); // expect: [Module: null prototype] { a: 1, f: [Function: f] }
console.log(inspect({ self }, { depth: 0 })); // expect: { self: [Object: null prototype] [Module] }
