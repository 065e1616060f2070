// require, module and what CommonJS files see.
const path = __dirname + '/commonjs_fixture/';
const short = text => String(text).replaceAll(__dirname, '');
console.log(this === module.exports, exports === module.exports, arguments.length, require.main === module, module.id);
console.log(short(__filename), module.loaded, module.parent, short(module.paths[0]), short(module.path), Object.keys(module).join());
console.log(Object.keys(require).join(), typeof require.resolve.paths, require.extensions === module.constructor._extensions);

for (const id of ['both', 'both.json', 'both/', 'both/.', 'withmain', 'badmain', 'noextension', 'bom', 'hash', 'data', './../commonjs_fixture/both']) {
    console.log(id, require('./commonjs_fixture/' + id));
}
require('./commonjs_fixture/cycle_a');

// One that throws is forgotten, and tried again.
for (let i = 0; i < 2; i++) {
    try { require('./commonjs_fixture/throws'); } catch (e) { console.log(e.message, require.cache[path + 'throws.js'], module.children.length); }
}
// Places in errors are those of the file.
try { require('./commonjs_fixture/place'); } catch (e) { console.log(short(e.stack.split('\n').slice(0, 2).join())); }
try { require('./commonjs_fixture/syntax'); } catch (e) { console.log(e.name, e.message); }
try { require('./commonjs_fixture/nothing'); } catch (e) { console.log(short(e.message), e.code, e.requireStack.length); }
for (const id of ['', 1, undefined]) {
    try { require(id); } catch (e) { console.log(e.name, e.code, e.message); }
}
// What only an ES module can be is one.
console.log(require('./commonjs_fixture/detected').kind, require('./commonjs_fixture/redeclares').default);
try { require('./commonjs_fixture/awaits'); } catch (e) { console.log(e.code); }

// The cache belongs to the program.
const first = require('./commonjs_fixture/both');
require.cache[path + 'both.js'].exports = 'changed';
console.log(require('./commonjs_fixture/both'));
delete require.cache[path + 'both.js'];
console.log(require('./commonjs_fixture/both') === first);

// Ticks run before promise reactions.
Promise.resolve().then(() => console.log('reaction'));
process.nextTick(() => console.log('tick'));

// expect: true true 5 true .
// expect: /commonjs.js false null /node_modules  id,path,exports,filename,loaded,children,paths
// expect: resolve,main,extensions,cache function true
// expect: both js
// expect: both.json json
// expect: both/ folder
// expect: both/. folder
// expect: withmain lib/index
// expect: badmain index after all
// expect: noextension [ 'function', true, 5 ]
// expect: bom marked
// expect: hash hashbang
// expect: data { a: [ 1, 2 ] }
// expect: ./../commonjs_fixture/both js
// expect: b sees { early: 1 }
// expect: true 1 false
// expect: a sees { b: 1, a: { early: 1 } }
// expect: boom undefined 10
// expect: boom undefined 10
// expect: TypeError: here,    at Object.<anonymous> (/commonjs_fixture/place.js:2:9)
// expect: SyntaxError Unexpected token ';'
// expect: Cannot find module './commonjs_fixture/nothing'
// expect: Require stack:
// expect: - /commonjs.js MODULE_NOT_FOUND 1
// expect: TypeError ERR_INVALID_ARG_VALUE The argument 'id' must be a non-empty string. Received ''
// expect: TypeError ERR_INVALID_ARG_TYPE The "id" argument must be of type string. Received type number (1)
// expect: TypeError ERR_INVALID_ARG_TYPE The "id" argument must be of type string. Received undefined
// expect: object 3
// expect: ERR_REQUIRE_ASYNC_MODULE
// expect: changed
// expect: true
// expect: tick
// expect: reaction
