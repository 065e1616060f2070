'use strict';
// node:perf_hooks: the global `performance`.

const { performance } = globalThis;

module.exports = { performance };
