'use strict';
// vm:statistics: what the engine counts, for tests and benchmarks.

const { read } = native('statistics');

// statistics(): a new object with
//     promises, jobs               promises ever made, microtasks ever run
//     usedBytes                    all memory of the isolate: heapBytes in cells, payloadBytes outside of them
//     limitBytes                   the most it may become, 0 for no limit
//     allocatedBytes               what cells have ever taken, roughly
//     youngCollections, fullCollections
//     youngPauseMs, fullPauseMs    what they have taken together, longestPauseMs the longest
// Making it makes no promise.
const statistics = () => read();

module.exports = { statistics };
