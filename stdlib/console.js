'use strict';
// node:console: the global `console`.

module.exports = globalThis.console;
