'use strict';
// Marks, measures and their observers (W3C Performance Timeline, User Timing).

const { now } = native('performance');
const { describeInterface } = require('internal/interface');
const { structuredClone } = require('internal/structured_clone');
const {
  ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS, ERR_MISSING_ARGS, define,
} = require('internal/errors');
const { validateFunction, validateNumber, validateObject } = require('internal/validate');

const ERR_PERFORMANCE_INVALID_TIMESTAMP = define('ERR_PERFORMANCE_INVALID_TIMESTAMP', TypeError, (time) =>
  `${time} is not a valid timestamp`);
const ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS = define('ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS', TypeError, (text) =>
  text);

const kInspect = Symbol.for('nodejs.util.inspect.custom');
const kCreate = {}; // who has it may make entries
const types = ['mark', 'measure'];
const LIMIT = 1e6; // entries; older ones are given up

function exception(message, name) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, name);
}

class PerformanceEntry {
  #name;
  #type;
  #start;
  #duration;

  constructor(create, name, type, start, duration) {
    if (create !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#name = name;
    this.#type = type;
    this.#start = start;
    this.#duration = duration;
  }

  get name() {
    if (!(#name in this)) throw new ERR_INVALID_THIS('PerformanceEntry');
    return this.#name;
  }

  get entryType() {
    if (!(#name in this)) throw new ERR_INVALID_THIS('PerformanceEntry');
    return this.#type;
  }

  // Milliseconds since performance.timeOrigin.
  get startTime() {
    if (!(#name in this)) throw new ERR_INVALID_THIS('PerformanceEntry');
    return this.#start;
  }

  get duration() {
    if (!(#name in this)) throw new ERR_INVALID_THIS('PerformanceEntry');
    return this.#duration;
  }

  toJSON() {
    const { name, entryType, startTime, duration } = this;
    return { name, entryType, startTime, duration };
  }

  [kInspect](depth, options, inspect) {
    return #name in this ? `${this.constructor.name} ${inspect(this.toJSON(), options)}` : this;
  }
}
Object.defineProperty(PerformanceEntry, 'length', { value: 0, configurable: true });

class PerformanceMark extends PerformanceEntry {
  #detail;

  // options: { startTime: milliseconds, default now; detail: anything that can be cloned }.
  constructor(name, options = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    const text = `${name}`;
    if (options !== undefined && options !== null) validateObject(options, 'options');
    const start = options?.startTime ?? now();
    validateNumber(start, 'startTime');
    if (start < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(start);
    super(kCreate, text, 'mark', start, 0);
    this.#detail = options?.detail === undefined || options.detail === null ? null : structuredClone(options.detail);
  }

  get detail() {
    if (!(#detail in this)) throw new ERR_INVALID_THIS('PerformanceMark');
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
}

class PerformanceMeasure extends PerformanceEntry {
  #detail;

  constructor(create, name, start, duration, detail) {
    super(create, name, 'measure', start, duration);
    this.#detail = detail;
  }

  get detail() {
    if (!(#detail in this)) throw new ERR_INVALID_THIS('PerformanceMeasure');
    return this.#detail;
  }

  toJSON() {
    return { ...super.toJSON(), detail: this.detail };
  }
}
Object.defineProperty(PerformanceMeasure, 'length', { value: 0, configurable: true });

// --- the timeline

let buffer = []; // entries in the order in which they were made
const latestMarks = new Map(); // name -> start time of the latest mark

function add(entry) {
  if (buffer.length >= LIMIT) buffer = buffer.slice(LIMIT / 2);
  buffer.push(entry);
  for (const observer of observers) queue(observer, entry);
}

function mark(name, options) {
  const entry = new PerformanceMark(name, options);
  latestMarks.set(entry.name, entry.startTime);
  add(entry);
  return entry;
}

// The time that a mark's name or a number means.
function timeOf(mark) {
  if (typeof mark === 'number') {
    if (mark < 0) throw new ERR_PERFORMANCE_INVALID_TIMESTAMP(mark);
    return mark;
  }
  const time = latestMarks.get(`${mark}`);
  if (time === undefined) throw exception(`The "${mark}" performance mark has not been set`, 'SyntaxError');
  return time;
}

function measure(name, startOrOptions, endMark) {
  const text = `${name}`;
  const options = startOrOptions !== null && typeof startOrOptions === 'object' ? startOrOptions : {};
  const { start, end, duration, detail } = options;
  if (start !== undefined || end !== undefined || duration !== undefined || detail !== undefined) {
    if (endMark !== undefined) throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS('endMark must not be specified');
    if (start === undefined && end === undefined && detail === undefined) {
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS('One of options.start or options.end is required');
    }
    if (start !== undefined && end !== undefined && duration !== undefined) {
      throw new ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS(
        'Must not have options.start, options.end, and options.duration specified');
    }
  }
  let endTime;
  if (endMark !== undefined) endTime = timeOf(endMark);
  else if (end !== undefined) endTime = timeOf(end);
  else if (start !== undefined && duration !== undefined) endTime = timeOf(start) + timeOf(duration);
  else endTime = now();
  let startTime = 0;
  if (start !== undefined) startTime = timeOf(start);
  else if (duration !== undefined && end !== undefined) startTime = endTime - timeOf(duration);
  else if (startOrOptions !== undefined && startOrOptions !== options) startTime = timeOf(startOrOptions);
  const copy = detail === undefined || detail === null ? null : structuredClone(detail);
  const entry = new PerformanceMeasure(kCreate, text, startTime, endTime - startTime, copy);
  add(entry);
  return entry;
}

function clear(type, name) {
  const text = name === undefined ? undefined : `${name}`;
  buffer = buffer.filter((entry) => entry.entryType !== type || (text !== undefined && entry.name !== text));
  if (type !== 'mark') return;
  if (text === undefined) latestMarks.clear();
  else latestMarks.delete(text);
}

function select(list, name, type) {
  return list.filter((entry) => (name === undefined || entry.name === name) &&
    (type === undefined || entry.entryType === type)).sort((a, b) => a.startTime - b.startTime);
}

function entries(name, type) {
  return select(buffer, name, type);
}

// --- observers

const observers = new Set();
let pending = new Set(); // observers that have entries for their callbacks

class PerformanceObserverEntryList {
  #entries;

  constructor(create, list) {
    if (create !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#entries = list;
  }

  getEntries() {
    return select(this.#entries);
  }

  getEntriesByType(type) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('type');
    return select(this.#entries, undefined, `${type}`);
  }

  getEntriesByName(name, type = undefined) {
    if (arguments.length === 0) throw new ERR_MISSING_ARGS('name');
    return select(this.#entries, `${name}`, type === undefined ? undefined : `${type}`);
  }

  [kInspect](depth, options, inspect) {
    return #entries in this ? `PerformanceObserverEntryList ${inspect(this.#entries, options)}` : this;
  }
}
Object.defineProperty(PerformanceObserverEntryList, 'length', { value: 0, configurable: true });

let queue;

class PerformanceObserver {
  #callback;
  #types = new Set();
  #mode; // 'single' or 'multiple': by `type` or by `entryTypes`
  #records = [];

  static {
    // An entry for an observer, whose callback runs with the next immediates.
    queue = (observer, entry) => {
      if (!observer.#types.has(entry.entryType)) return;
      observer.#records.push(entry);
      if (pending.size === 0) setImmediate(deliver).unref();
      pending.add(observer);
    };
    const deliver = () => {
      const waiting = pending;
      pending = new Set();
      for (const observer of waiting) {
        const list = observer.takeRecords();
        if (list.length === 0) continue;
        Reflect.apply(observer.#callback, observer, [new PerformanceObserverEntryList(kCreate, list), observer]);
      }
    };
  }

  // callback(list, observer): list is a PerformanceObserverEntryList.
  constructor(callback) {
    validateFunction(callback, 'callback');
    this.#callback = callback;
  }

  // options: { entryTypes: array }, or { type, buffered: also those that are there already }.
  observe(options = {}) {
    validateObject(options, 'options');
    const { entryTypes, type, buffered } = options;
    if (entryTypes === undefined && type === undefined) {
      throw new ERR_MISSING_ARGS('options.entryTypes', 'options.type');
    }
    if (entryTypes !== undefined && type !== undefined) {
      throw new ERR_INVALID_ARG_VALUE('options.entryTypes', entryTypes,
                                      'options.entryTypes can not set with options.type together');
    }
    const mode = entryTypes === undefined ? 'single' : 'multiple';
    if (this.#mode !== undefined && this.#mode !== mode) {
      const other = mode === 'single' ? 'single' : 'multiple';
      throw exception(`PerformanceObserver can not change to ${other} observation`, 'InvalidModificationError');
    }
    if (mode === 'multiple' && !Array.isArray(entryTypes)) {
      throw new ERR_INVALID_ARG_TYPE('options.entryTypes', 'string[]', entryTypes);
    }
    this.#mode = mode;
    if (mode === 'multiple') this.#types.clear();
    for (const wanted of mode === 'multiple' ? entryTypes : [type]) {
      if (types.includes(wanted)) this.#types.add(wanted);
    }
    if (this.#types.size === 0) {
      this.disconnect();
      return;
    }
    observers.add(this);
    if (buffered && mode === 'single') {
      for (const entry of entries(undefined, type)) queue(this, entry);
    }
  }

  disconnect() {
    observers.delete(this);
    this.#records = [];
    this.#types.clear();
    this.#mode = undefined;
  }

  // The entries that the callback has not seen.
  takeRecords() {
    const list = this.#records;
    this.#records = [];
    return list;
  }

  static get supportedEntryTypes() {
    return [...types];
  }

  [kInspect](depth, options, inspect) {
    return #records in this ? `PerformanceObserver ${inspect({ types: [...this.#types] }, options)}` : this;
  }
}

const classes = [
  PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList,
];
for (const Class of classes) describeInterface(Class);

module.exports = {
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  PerformanceObserver,
  PerformanceObserverEntryList,
  clear,
  entries,
  mark,
  measure,
};
