// `require` of ES modules.
const fixture = './interop_fixture/';
const e = require(fixture + 'with_default.mjs');
console.log(e, e.__esModule, e.default());
e.set(5);
console.log(e.x, require(fixture + 'with_default.mjs') === e);
console.log(require(fixture + 'named.mjs'), require(fixture + 'replaced.mjs'), require(fixture + 'marked.mjs').__esModule);
console.log(require.cache[require.resolve(fixture + 'named.mjs')].loaded);
for (const name of ['awaits', 'awaits_below', 'cycle', 'throws', 'missing']) {
    try { require(`${fixture}${name}.mjs`); } catch (error) { console.log(name, error.code, error.message.split(/[\n.]/)[0].replaceAll(__dirname, '')); }
}
import(fixture + 'named.mjs').then(m => console.log(m === require(fixture + 'named.mjs')));

// expect: [Module: null prototype] {
// expect:   __esModule: true,
// expect:   default: [Function: f],
// expect:   set: [Function: set],
// expect:   x: 1
// expect: } true 7
// expect: 5 true
// expect: [Module: null prototype] { y: 1 } { own: true } false
// expect: true
// expect: awaits ERR_REQUIRE_ASYNC_MODULE require() cannot be used on an ESM graph with top-level await
// expect: awaits_below ERR_REQUIRE_ASYNC_MODULE require() cannot be used on an ESM graph with top-level await
// expect: cycle ERR_REQUIRE_CYCLE_MODULE Cannot require() ES Module /interop_fixture/cycle
// expect: throws undefined thrown
// expect: missing ERR_MODULE_NOT_FOUND Cannot find module '/interop_fixture/absent
// expect: true
