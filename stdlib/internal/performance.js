'use strict';
// The global `performance` (W3C High Resolution Time). Many programs only ask for the time, so everything else is
// loaded by the first function that needs it: the timeline (marks, measures, observers), and errors. There are no
// events, so Performance is no EventTarget.

const { now, timeOrigin } = native('performance');

const origin = timeOrigin();
let allowed = false;

function check(object) {
  if (object === performance) return;
  const { ERR_INVALID_THIS } = require('internal/errors');
  throw new ERR_INVALID_THIS('Performance');
}

function requireArgument(count, name) {
  if (count > 0) return;
  const { ERR_MISSING_ARGS } = require('internal/errors');
  throw new ERR_MISSING_ARGS(name);
}

function timeline() {
  return require('internal/performance_timeline');
}

class Performance {
  constructor() {
    if (allowed) return;
    const { ERR_ILLEGAL_CONSTRUCTOR } = require('internal/errors');
    throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  // Milliseconds since the program started, monotonic.
  now() {
    if (this !== performance) check(this);
    return now();
  }

  // When that was: milliseconds since 1970.
  get timeOrigin() {
    check(this);
    return origin;
  }

  toJSON() {
    check(this);
    return { timeOrigin: origin };
  }

  // Adds a PerformanceMark to the timeline. options: { startTime: default now, detail: is cloned }.
  mark(name, options = undefined) {
    check(this);
    requireArgument(arguments.length, 'name');
    return timeline().mark(name, options);
  }

  // Adds a PerformanceMeasure: between two marks, named or as numbers; default from the origin until now.
  // startOrOptions may be { start, end, duration (one of the three left out), detail }. A SyntaxError DOMException
  // when there is no mark of a name.
  measure(name, startOrOptions = undefined, endMark = undefined) {
    check(this);
    requireArgument(arguments.length, 'name');
    return timeline().measure(name, startOrOptions, endMark);
  }

  // Removes the marks of a name, or all.
  clearMarks(name = undefined) {
    check(this);
    timeline().clear('mark', name);
  }

  clearMeasures(name = undefined) {
    check(this);
    timeline().clear('measure', name);
  }

  // The timeline in the order of start times.
  getEntries() {
    check(this);
    return timeline().entries();
  }

  getEntriesByName(name, type = undefined) {
    check(this);
    requireArgument(arguments.length, 'name');
    return timeline().entries(`${name}`, type === undefined ? undefined : `${type}`);
  }

  getEntriesByType(type) {
    check(this);
    requireArgument(arguments.length, 'type');
    return timeline().entries(undefined, `${type}`);
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options, inspect) {
    return this === performance ? `Performance ${inspect({ timeOrigin: origin }, options)}` : this;
  }
}
require('internal/interface').describeInterface(Performance);

allowed = true;
const performance = new Performance();
allowed = false;

module.exports = { Performance, performance };
