'use strict';
// vm:frames: the frame clock of a host that has one and calls vm_loop_tick (vm_runtime.h). Where no host does, as in the
// command `vm`, the callbacks never run.

const { start, stop } = native('frames');

// setTick(callback, ...args): calls it once in each of the host's frames from the next one on, in the order of setting,
// before what is due on the loop; ticks and microtasks follow each call. It does not keep the program running. Gives a
// handle for clearTick.
const setTick = (callback, ...args) => start(callback, ...args);

// clearTick(handle): ends that; does nothing for any other value.
const clearTick = (handle) => stop(handle);

module.exports = { setTick, clearTick };
