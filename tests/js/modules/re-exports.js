// flags: --module
// Every form of export from another module; a name that two stars offer is left out.
import * as all from './reexport_fixture.mjs';
console.log(Object.keys(all).join()); // expect: default,inner,n,only x,quoted name,renamed,up
console.log(all.inner.n === all.n, all['quoted name'], all.renamed, all.default.name); // expect: true 2 1 fn
import { 'quoted name' as q } from './reexport_fixture.mjs';
console.log(q, 'both' in all); // expect: 2 false
