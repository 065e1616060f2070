'use strict';
// node:perf_hooks: the global `performance`, its timeline, and constants.

const { Performance, performance } = require('internal/performance');
const {
  PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList,
} = require('internal/performance_timeline');

module.exports = {
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
  performance,
  constants: {
    NODE_PERFORMANCE_GC_MAJOR: 4,
    NODE_PERFORMANCE_GC_MINOR: 1,
    NODE_PERFORMANCE_GC_INCREMENTAL: 8,
    NODE_PERFORMANCE_GC_WEAKCB: 16,
  },
  ...require('internal/unavailable')('perf_hooks', [
    'PerformanceResourceTiming', 'createHistogram', 'eventLoopUtilization', 'monitorEventLoopDelay', 'timerify',
  ]),
};
