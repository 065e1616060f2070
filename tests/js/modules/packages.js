// What `require` and `import` make of packages: "exports", "imports", "main", conditions, and the errors.
const folder = `${__dirname}/packages_fixture`;
const { createRequire } = require('module');
const inFolder = createRequire(`${folder}/here.cjs`);
const inPackage = createRequire(`${folder}/node_modules/p/lib/a.js`);
const short = text => String(text).replaceAll(folder, '').replace(/\nRequire stack:[^]*/, ' [stack]').replace(/\n/g, '|');
const show = error => `${error.name} ${error.code}: ${short(error.message)}`;

function tryResolve(require, specifier) {
    let result;
    try { result = short(require.resolve(specifier)); } catch (error) { result = show(error); }
    console.log(`${specifier}: ${result}`);
}
async function tryImport(load, specifier, options) {
    let result;
    try { result = Object.keys(await load(specifier, options)).join(); } catch (error) { result = show(error); }
    console.log(`${specifier}: ${result}`);
}

const specifiers = ['p', 'p/f/a', 'p/f/xx', 'p/arr', 'p/null', 'p/out', 'p/nm', 'p/noslash', 'p/cond', 'p/missing', 'p/num',
    'p/emptyarr', 'p/d/a.js', 'p/dd', 'p/badidx', 'p/zork', 'p/../q', 'p/f/../a', 'p/f/%2e%2e/a', 'q', 'q/idx', 'q/idx.js', 'mainbad',
    'mixed', 'bothin', 'nope', '@x', '@x/y', './folder', './syn.js', './foo.zork', '.nope', 'node:zork', 'p%2fq', './x.json?a',
    'dual', 'nested', 'nested/deep/one', 'nested/deep/inner/two', 'nested/deep/a.css', '@s/c'];
const own = ['p', 'p/f/a', '#a', '#q', '#c/a', '#bad', '#n', '#zz', '#', '#cond', '#/x'];

console.log('--- require');
specifiers.forEach(s => tryResolve(inFolder, s));
own.forEach(s => tryResolve(inPackage, s));
for (const id of ['./bad.json', './syn.js', 'bad', 'nested', 'dual', '@s/c']) {
    let result;
    try { result = JSON.stringify(inFolder(id)); } catch (error) { result = show(error); }
    console.log(`${id}: ${result}`);
}

(async () => {
    console.log('--- import');
    const { load: here } = await import('./packages_fixture/load.mjs');
    for (const specifier of specifiers.concat(['./folder/', 'data:text/zork,5', './a%2fb.js', 'http:x'])) await tryImport(here, specifier);
    const { load: inside } = await import('./packages_fixture/node_modules/p/own.mjs');
    for (const specifier of own) await tryImport(inside, specifier);
    for (const [specifier, type] of [['./x.json', 'json'], ['./bad.json', 'json'], ['./foo.zork', 'json'], ['p', 'json'], ['./x.json', 'css']])
        await tryImport(here, specifier, { with: { type } });
    await tryImport(here, './x.json');
})();

// expect: --- require
// expect: p: /node_modules/p/r.cjs
// expect: p/f/a: /node_modules/p/lib/a.js
// expect: p/f/xx: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './f/xx' is not defined by "exports" in /node_modules/p/package.json
// expect: p/arr: /node_modules/p/lib/a.js
// expect: p/null: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './null' is not defined by "exports" in /node_modules/p/package.json
// expect: p/out: Error ERR_INVALID_PACKAGE_TARGET: Invalid "exports" target "../out.js" defined for './out' in the package config /node_modules/p/package.json; targets must start with "./"
// expect: p/nm: Error ERR_INVALID_PACKAGE_TARGET: Invalid "exports" target "./node_modules/z.js" defined for './nm' in the package config /node_modules/p/package.json
// expect: p/noslash: Error ERR_INVALID_PACKAGE_TARGET: Invalid "exports" target "lib/a.js" defined for './noslash' in the package config /node_modules/p/package.json; targets must start with "./"
// expect: p/cond: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './cond' is not defined by "exports" in /node_modules/p/package.json
// expect: p/missing: Error MODULE_NOT_FOUND: Cannot find module '/node_modules/p/lib/none.js'
// expect: p/num: Error ERR_INVALID_PACKAGE_TARGET: Invalid "exports" target "5" defined for './num' in the package config /node_modules/p/package.json; targets must start with "./"
// expect: p/emptyarr: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './emptyarr' is not defined by "exports" in /node_modules/p/package.json
// expect: p/d/a.js: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './d/a.js' is not defined by "exports" in /node_modules/p/package.json
// expect: p/dd: Error MODULE_NOT_FOUND: Cannot find module '/node_modules/p/lib'
// expect: p/badidx: Error ERR_INVALID_PACKAGE_CONFIG: Invalid package config /node_modules/p/package.json. "exports" cannot contain numeric property keys.
// expect: p/zork: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './zork' is not defined by "exports" in /node_modules/p/package.json
// expect: p/../q: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './../q' is not defined by "exports" in /node_modules/p/package.json
// expect: p/f/../a: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "./f/../a" request is not a valid match in pattern "./f/*" for the "exports" resolution of /node_modules/p/package.json
// expect: p/f/%2e%2e/a: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "./f/%2e%2e/a" request is not a valid match in pattern "./f/*" for the "exports" resolution of /node_modules/p/package.json
// expect: q: /node_modules/q/idx.js
// expect: q/idx: /node_modules/q/idx.js
// expect: q/idx.js: /node_modules/q/idx.js
// expect: mainbad: Error MODULE_NOT_FOUND: Cannot find module '/node_modules/mainbad/none.js'. Please verify that the package.json has a valid "main" entry
// expect: mixed: Error ERR_INVALID_PACKAGE_CONFIG: Invalid package config /node_modules/mixed/package.json. "exports" cannot contain some keys starting with '.' and some not. The exports object must either be an object of package subpath keys or an object of main entry condition name keys only.
// expect: bothin: Error MODULE_NOT_FOUND: Cannot find module '/node_modules/bothin/b.js'
// expect: nope: Error MODULE_NOT_FOUND: Cannot find module 'nope' [stack]
// expect: @x: Error MODULE_NOT_FOUND: Cannot find module '@x' [stack]
// expect: @x/y: Error MODULE_NOT_FOUND: Cannot find module '@x/y' [stack]
// expect: ./folder: Error MODULE_NOT_FOUND: Cannot find module './folder' [stack]
// expect: ./syn.js: /syn.js
// expect: ./foo.zork: /foo.zork
// expect: .nope: Error MODULE_NOT_FOUND: Cannot find module '.nope' [stack]
// expect: node:zork: Error MODULE_NOT_FOUND: Cannot find module 'node:zork' [stack]
// expect: p%2fq: Error MODULE_NOT_FOUND: Cannot find module 'p%2fq' [stack]
// expect: ./x.json?a: Error MODULE_NOT_FOUND: Cannot find module './x.json?a' [stack]
// expect: dual: /node_modules/dual/d.cjs
// expect: nested: /node_modules/nested/r.js
// expect: nested/deep/one: Error MODULE_NOT_FOUND: Cannot find module '/node_modules/nested/none/'
// expect: nested/deep/inner/two: /node_modules/nested/deep/two.mjs
// expect: nested/deep/a.css: Error MODULE_NOT_FOUND: Cannot find module '/node_modules/nested/deep/a.txt'
// expect: @s/c: /node_modules/@s/c/m.js
// expect: p: /node_modules/p/r.cjs
// expect: p/f/a: /node_modules/p/lib/a.js
// expect: #a: /node_modules/p/lib/a.js
// expect: #q: /node_modules/q/idx.js
// expect: #c/a: /node_modules/p/lib/a.js
// expect: #bad: Error ERR_INVALID_PACKAGE_TARGET: Invalid "imports" target "../x" defined for '#bad' in the package config /node_modules/p/package.json imported from /node_modules/p/lib/a.js
// expect: #n: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED: Package import specifier "#n" is not defined in package /node_modules/p/package.json imported from /node_modules/p/lib/a.js
// expect: #zz: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED: Package import specifier "#zz" is not defined in package /node_modules/p/package.json imported from /node_modules/p/lib/a.js
// expect: #: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "#" is not a valid internal imports specifier name imported from /node_modules/p/lib/a.js
// expect: #cond: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED: Package import specifier "#cond" is not defined in package /node_modules/p/package.json imported from /node_modules/p/lib/a.js
// expect: #/x: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "#/x" is not a valid internal imports specifier name imported from /node_modules/p/lib/a.js
// expect: ./bad.json: SyntaxError undefined: /bad.json: Expected double-quoted property name in JSON at position 7
// expect: ./syn.js: SyntaxError undefined: Unexpected token ';'
// expect: bad: Error ERR_INVALID_PACKAGE_CONFIG: Invalid package config /node_modules/bad/package.json. Unexpected token 'b', "{"name": bad|" is not valid JSON
// expect: nested: "r"
// expect: dual: "cjs"
// expect: @s/c: {"scoped":"undefined"}
// expect: --- import
// expect: p: default,k
// expect: p/f/a: a,default
// expect: p/f/xx: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './f/xx' is not defined by "exports" in /node_modules/p/package.json imported from /load.mjs
// expect: p/arr: a,default
// expect: p/null: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './null' is not defined by "exports" in /node_modules/p/package.json imported from /load.mjs
// expect: p/out: Error ERR_INVALID_PACKAGE_TARGET: Invalid "exports" target "../out.js" defined for './out' in the package config /node_modules/p/package.json imported from /load.mjs; targets must start with "./"
// expect: p/nm: Error ERR_INVALID_PACKAGE_TARGET: Invalid "exports" target "./node_modules/z.js" defined for './nm' in the package config /node_modules/p/package.json imported from /load.mjs
// expect: p/noslash: Error ERR_INVALID_PACKAGE_TARGET: Invalid "exports" target "lib/a.js" defined for './noslash' in the package config /node_modules/p/package.json imported from /load.mjs; targets must start with "./"
// expect: p/cond: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './cond' is not defined by "exports" in /node_modules/p/package.json imported from /load.mjs
// expect: p/missing: Error ERR_MODULE_NOT_FOUND: Cannot find module '/node_modules/p/lib/none.js' imported from /load.mjs
// expect: p/num: Error ERR_INVALID_PACKAGE_TARGET: Invalid "exports" target "5" defined for './num' in the package config /node_modules/p/package.json imported from /load.mjs; targets must start with "./"
// expect: p/emptyarr: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './emptyarr' is not defined by "exports" in /node_modules/p/package.json imported from /load.mjs
// expect: p/d/a.js: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './d/a.js' is not defined by "exports" in /node_modules/p/package.json imported from /load.mjs
// expect: p/dd: Error ERR_UNSUPPORTED_DIR_IMPORT: Directory import '/node_modules/p/lib' is not supported resolving ES modules imported from /load.mjs
// expect: p/badidx: Error ERR_INVALID_PACKAGE_CONFIG: Invalid package config /node_modules/p/package.json. "exports" cannot contain numeric property keys.
// expect: p/zork: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './zork' is not defined by "exports" in /node_modules/p/package.json imported from /load.mjs
// expect: p/../q: Error ERR_PACKAGE_PATH_NOT_EXPORTED: Package subpath './../q' is not defined by "exports" in /node_modules/p/package.json imported from /load.mjs
// expect: p/f/../a: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "./f/../a" request is not a valid match in pattern "./f/*" for the "exports" resolution of /node_modules/p/package.json imported from /load.mjs
// expect: p/f/%2e%2e/a: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "./f/%2e%2e/a" request is not a valid match in pattern "./f/*" for the "exports" resolution of /node_modules/p/package.json imported from /load.mjs
// expect: q: default
// expect: q/idx: Error ERR_MODULE_NOT_FOUND: Cannot find module '/node_modules/q/idx' imported from /load.mjs|Did you mean to import "q/idx.js"?
// expect: q/idx.js: default
// expect: mainbad: Error ERR_MODULE_NOT_FOUND: Cannot find package '/node_modules/mainbad/none.js' imported from /load.mjs
// expect: mixed: Error ERR_INVALID_PACKAGE_CONFIG: Invalid package config /node_modules/mixed/package.json. "exports" cannot contain some keys starting with '.' and some not. The exports object must either be an object of package subpath keys or an object of main entry condition name keys only.
// expect: bothin: Error ERR_MODULE_NOT_FOUND: Cannot find module '/node_modules/bothin/a.mjs' imported from /load.mjs
// expect: nope: Error ERR_MODULE_NOT_FOUND: Cannot find package 'nope' imported from /load.mjs
// expect: @x: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "@x" is not a valid package name imported from /load.mjs
// expect: @x/y: Error ERR_MODULE_NOT_FOUND: Cannot find package '@x/y' imported from /load.mjs
// expect: ./folder: Error ERR_UNSUPPORTED_DIR_IMPORT: Directory import '/folder' is not supported resolving ES modules imported from /load.mjs
// expect: ./syn.js: SyntaxError undefined: Unexpected token ';'
// expect: ./foo.zork: TypeError ERR_UNKNOWN_FILE_EXTENSION: Unknown file extension ".zork" for /foo.zork
// expect: .nope: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module ".nope" is not a valid package name imported from /load.mjs
// expect: node:zork: Error ERR_UNKNOWN_BUILTIN_MODULE: No such built-in module: node:zork
// expect: p%2fq: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "p%2fq" is not a valid package name imported from /load.mjs
// expect: ./x.json?a: TypeError ERR_IMPORT_ATTRIBUTE_MISSING: Module "file:///x.json" needs an import attribute of "type: json"
// expect: dual: default
// expect: nested: default
// expect: nested/deep/one: Error ERR_UNSUPPORTED_DIR_IMPORT: Directory import '/node_modules/nested/none/' is not supported resolving ES modules imported from /load.mjs
// expect: nested/deep/inner/two: two
// expect: nested/deep/a.css: Error ERR_MODULE_NOT_FOUND: Cannot find module '/node_modules/nested/deep/a.txt' imported from /load.mjs
// expect: @s/c: scoped
// expect: ./folder/: Error ERR_UNSUPPORTED_DIR_IMPORT: Directory import '/folder/' is not supported resolving ES modules imported from /load.mjs
// expect: data:text/zork,5: RangeError ERR_UNKNOWN_MODULE_FORMAT: Unknown module format: text/zork for URL data:text/zork,5
// expect: ./a%2fb.js: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "/a%2fb.js" must not include encoded "/" or "\" characters imported from /load.mjs
// expect: http:x: Error ERR_UNSUPPORTED_ESM_URL_SCHEME: Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. Received protocol 'http:'
// expect: p: default,k
// expect: p/f/a: a,default
// expect: #a: a,default
// expect: #q: default
// expect: #c/a: a,default
// expect: #bad: Error ERR_INVALID_PACKAGE_TARGET: Invalid "imports" target "../x" defined for '#bad' in the package config /node_modules/p/package.json imported from /node_modules/p/own.mjs
// expect: #n: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED: Package import specifier "#n" is not defined in package /node_modules/p/package.json imported from /node_modules/p/own.mjs
// expect: #zz: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED: Package import specifier "#zz" is not defined in package /node_modules/p/package.json imported from /node_modules/p/own.mjs
// expect: #: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "#" is not a valid internal imports specifier name imported from /node_modules/p/own.mjs
// expect: #cond: TypeError ERR_PACKAGE_IMPORT_NOT_DEFINED: Package import specifier "#cond" is not defined in package /node_modules/p/package.json imported from /node_modules/p/own.mjs
// expect: #/x: TypeError ERR_INVALID_MODULE_SPECIFIER: Invalid module "#/x" is not a valid internal imports specifier name imported from /node_modules/p/own.mjs
// expect: ./x.json: default
// expect: ./bad.json: SyntaxError undefined: /bad.json: Expected double-quoted property name in JSON at position 7
// expect: ./foo.zork: TypeError ERR_UNKNOWN_FILE_EXTENSION: Unknown file extension ".zork" for /foo.zork
// expect: p: TypeError ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE: Module "file:///node_modules/p/i.mjs" is not of type "json"
// expect: ./x.json: TypeError ERR_IMPORT_ATTRIBUTE_UNSUPPORTED: Import attribute "type" with value "css" is not supported
// expect: ./x.json: TypeError ERR_IMPORT_ATTRIBUTE_MISSING: Module "file:///x.json" needs an import attribute of "type: json"
