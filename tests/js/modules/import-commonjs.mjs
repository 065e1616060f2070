// Imports of CommonJS files, JSON, other schemes; import.meta.
console.log('main runs');
import plain, { a, late, gone, bad } from './interop_fixture/plain.cjs';
import * as all from './interop_fixture/plain.cjs';
import compiled, { named, __esModule } from './interop_fixture/compiled.cjs';
import callable, { property } from './interop_fixture/callable.cjs';
import number from './interop_fixture/number.cjs';
import { a as again } from './interop_fixture/reexports.cjs';
import './interop_fixture/order_b.cjs';
import './interop_fixture/order_a.mjs';
import data from './interop_fixture/data.json' with { type: 'json' };
import * as star from './interop_fixture/star_a.mjs';
import { createRequire } from 'node:module';
console.log(a, late, gone, bad, plain === all.default, all);
console.log(compiled, named, __esModule, typeof callable, property, number, again, data, order.join());
console.log(Object.keys(star).join());
console.log(createRequire(import.meta.url)('./interop_fixture/plain.cjs') === plain);

const folder = import.meta.dirname;
const short = text => String(text).replaceAll(folder, '');
console.log(Object.keys(import.meta).join(), short(import.meta.url), short(import.meta.filename), Object.getPrototypeOf(import.meta));
console.log(short(import.meta.resolve('./nothing.js?x')), import.meta.resolve('fs'), import.meta.resolve('data:text/javascript,1'));
try { import.meta.resolve('no-such-package'); } catch (e) { console.log(e.code); }

const one = await import('./interop_fixture/meta.mjs?1'), two = await one.again();
console.log(one === two, short(one.url), short(two.url), (await import('./interop_fixture/meta.mjs?1')) === one);
console.log((await import('data:text/javascript,export default 1+1')).default, (await import('data:text/javascript;base64,ZXhwb3J0IGRlZmF1bHQgNQ==')).default);
console.log((await import('data:application/json,{"a":%20[1]}', { with: { type: 'json' } })).default);
console.log((await import(new URL('./interop_fixture/na%6ded.mjs', import.meta.url))).y);
const imports = createRequire(import.meta.url)('./interop_fixture/imports.cjs');
await new Promise(resolve => setTimeout(resolve, 5));
console.log(imports.y);

// expect: plain.cjs runs
// expect: main runs
// expect: 1 5 undefined undefined true [Module: null prototype] {
// expect:   a: 1,
// expect:   bad: undefined,
// expect:   default: { a: 1, late: 5, bad: [Getter] },
// expect:   gone: undefined,
// expect:   late: 5
// expect: }
// expect: { default: 1, named: 2 } 2 true function 1 5 1 { k: [ 1 ] } cjs,esm
// expect: a,b,bad,gone,late
// expect: true
// expect: dirname,filename,resolve,url file:///import-commonjs.mjs /import-commonjs.mjs null
// expect: file:///nothing.js?x node:fs data:text/javascript,1
// expect: ERR_MODULE_NOT_FOUND
// expect: false file:///interop_fixture/meta.mjs?1 file:///interop_fixture/meta.mjs?2 true
// expect: 2 5
// expect: { a: [ 1 ] }
// expect: 1
// expect: 1
