// flags: --module
// Modules that import each other: functions are there at once, other bindings once their module has run.
import { even, order } from './cycle_fixture_a.mjs';
console.log(even(10), even(7), order.join()); // expect: true false b,a
