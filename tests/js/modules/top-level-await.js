// flags: --module
// A module waits for the modules it imports; siblings run meanwhile; errors reach the importer.
import { slow } from './tla_fixture_slow.mjs';
import './tla_fixture_sibling.mjs';
console.log(slow, globalThis.tlaLog.join()); // expect: ready slow begins,sibling,slow ends
const m = await import('./tla_fixture_fails.mjs').catch(e => e.message);
console.log(m); // expect: failed while loading
console.log(await import('./tla_fixture_fails.mjs').catch(e => e.message)); // expect: failed while loading
for await (const x of [1, Promise.resolve(2)]) console.log(x);
// expect: 1
// expect: 2
