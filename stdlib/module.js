'use strict';
// node:module, the class Module (https://nodejs.org/api/module.html): createRequire, isBuiltin, builtinModules,
// syncBuiltinESMExports, and the functions with an underscore that programs replace to change how `require` works. It
// is written in C, since every program begins with it: runtime/modules/commonjs.c.

module.exports = native('modules').Module;
