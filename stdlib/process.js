'use strict';
// node:process: the global `process`.

module.exports = globalThis.process;
