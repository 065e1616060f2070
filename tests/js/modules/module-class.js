// node:module, and what programs replace in it.
const Module = require('module');
const short = text => String(text).replaceAll(__dirname, '');
console.log(module instanceof Module, Module.Module === Module, Module._cache === require.cache);
console.log(['fs', 'node:fs', 'nothing', 'internal/errors', 'node:internal/errors'].map(Module.isBuiltin).join());
console.log(Module.builtinModules.includes('fs'), Module.builtinModules.some(name => name.startsWith('internal')));
console.log(Module.wrap('x') === Module.wrapper[0] + 'x' + Module.wrapper[1]);
console.log(Module._nodeModulePaths('/a/node_modules/b/').join());
console.log(short(Module._resolveLookupPaths('./x', module)), Module._resolveLookupPaths('fs', module));
console.log(short(Module._findPath('./commonjs_fixture/both', [__dirname])), Module._findPath('./nothing', [__dirname]));

// createRequire
const here = Module.createRequire(__dirname + '/commonjs_fixture/');
console.log(here('./both'), here('node:fs') === require('fs'), Module.createRequire('file://' + __filename)('./commonjs_fixture/both'));
for (const name of ['./relative', 5]) {
    try { Module.createRequire(name); } catch (e) { console.log(e.code, e.message); }
}
console.log(short(require.resolve('./both', { paths: [__dirname + '/commonjs_fixture'] })));
try { require.resolve('./both', { paths: 'x' }); } catch (e) { console.log(e.code); }

// Modules by hand.
const made = new Module('/made/up.js', module);
made.paths = Module._nodeModulePaths('/made');
made._compile('module.exports = [__filename, __dirname, this === exports, typeof require];', '/made/up.js');
console.log(made.exports.join(), made.parent === module, module.children.includes(made), made.path);
class Special extends Module {}
console.log(new Special('s') instanceof Module, new Special().id === '');

// Replaced handlers, compilers, resolvers and loaders.
Module._extensions['.txt'] = (m, file) => { m.exports = 'text of ' + short(file); };
console.log(require('./commonjs_fixture/some'));
const js = Module._extensions['.js'];
Module._extensions['.js'] = function (m, file) {
    const compile = m._compile;
    m._compile = function (text, name) { m._compile = compile; return compile.call(m, text.replace('VALUE', '42'), name); };
    return js(m, file);
};
console.log(require('./commonjs_fixture/value'));
import('./commonjs_fixture/value_imported.js').then(m => console.log(m.default)).finally(() => { Module._extensions['.js'] = js; });
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) { return resolve.call(this, request === 'alias' ? './commonjs_fixture/both' : request, ...rest); };
console.log(require('alias'));
const load = Module._load;
Module._load = function (request) { return request === 'fake' ? 'faked' : load.apply(this, arguments); };
console.log(require('fake'), require('alias'));

// expect: true true true
// expect: true,true,false,false,false
// expect: true false
// expect: true
// expect: /a/node_modules/b/node_modules,/a/node_modules,/node_modules
// expect:  null
// expect: /commonjs_fixture/both.js false
// expect: js true js
// expect: ERR_INVALID_ARG_VALUE The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received './relative'
// expect: ERR_INVALID_ARG_VALUE The argument 'filename' must be a file URL object, file URL string, or absolute path string. Received 5
// expect: /commonjs_fixture/both.js
// expect: ERR_INVALID_ARG_VALUE
// expect: /made/up.js,/made,true,function true true /made
// expect: true true
// expect: text of /commonjs_fixture/some.txt
// expect: 42
// expect: js
// expect: faked js
// expect: number
