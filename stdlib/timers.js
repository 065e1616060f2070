'use strict';
// node:timers: the global functions.

const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis;

module.exports = {
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout,
  clearInterval,
  clearImmediate,
  // The functions of timers/promises.
  get promises() {
    return require('timers/promises');
  },
};
