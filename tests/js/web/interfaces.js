// How WebIDL describes the globals: attributes, names, tags, brands, constructors.
function check(condition, text) { if (!condition) throw new Error(text); }
function attributes(d) { return (d.writable ? 'w' : '') + (d.enumerable ? 'e' : '') + (d.configurable ? 'c' : ''); }

// name: [constructor.length, methods with their lengths, accessors; '=' before those that can be set]
const interfaces = {
  AbortController: [0, { abort: 0 }, ['signal']],
  AbortSignal: [0, { throwIfAborted: 0 }, ['aborted', 'reason', '=onabort']],
  Crypto: [0, { getRandomValues: 1, randomUUID: 0 }, ['subtle']],
  CustomEvent: [1, {}, ['detail']],
  DOMException: [0, {}, ['name', 'message', 'code']],
  Event: [1, { composedPath: 0, initEvent: 1, preventDefault: 0, stopImmediatePropagation: 0, stopPropagation: 0 },
          ['type', 'target', 'currentTarget', 'srcElement', 'eventPhase', 'bubbles', 'cancelable', 'composed', 'defaultPrevented', 'timeStamp', '=cancelBubble']],
  EventTarget: [0, { addEventListener: 2, dispatchEvent: 1, removeEventListener: 2 }, []],
  Performance: [0, { clearMarks: 0, clearMeasures: 0, getEntries: 0, getEntriesByName: 1, getEntriesByType: 1, mark: 1, measure: 1, now: 0, toJSON: 0 }, ['timeOrigin']],
  PerformanceEntry: [0, { toJSON: 0 }, ['name', 'entryType', 'startTime', 'duration']],
  PerformanceMark: [1, {}, ['detail']],
  PerformanceMeasure: [0, {}, ['detail']],
  PerformanceObserver: [1, { disconnect: 0, observe: 0, takeRecords: 0 }, []],
  PerformanceObserverEntryList: [0, { getEntries: 0, getEntriesByName: 1, getEntriesByType: 1 }, []],
  SubtleCrypto: [0, { digest: 2, encrypt: 3, decrypt: 3, sign: 3, verify: 4, importKey: 5, exportKey: 2 }, []],
  TextDecoder: [0, { decode: 0 }, ['encoding', 'fatal', 'ignoreBOM']],
  TextEncoder: [0, { encode: 0, encodeInto: 2 }, ['encoding']],
};
for (const [name, [length, methods, accessors]] of Object.entries(interfaces)) {
  const global = Object.getOwnPropertyDescriptor(globalThis, name);
  check(!global.enumerable && global.configurable, `global ${name}`);
  const Class = globalThis[name], { prototype } = Class;
  check(Class.name === name && Class.length === length, `${name}.length ${Class.length}`);
  check(attributes(Object.getOwnPropertyDescriptor(Class, 'prototype')) === '', `${name}.prototype`);
  check(attributes(Object.getOwnPropertyDescriptor(prototype, 'constructor')) === 'wc', `${name}.prototype.constructor`);
  if (name !== 'PerformanceEntry') {
    const tag = Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag);
    check(tag.value === name && attributes(tag) === 'c', `tag of ${name}`);
  }
  for (const [method, count] of Object.entries(methods)) {
    const d = Object.getOwnPropertyDescriptor(prototype, method);
    check(d.value.name === method && d.value.length === count, `${name}.${method}.length ${d.value.length}`);
    if (method !== 'throwIfAborted') check(attributes(d) === 'wec', `${name}.${method} ${attributes(d)}`);
    if (name !== 'Crypto') check(!('prototype' in d.value), `${name}.${method} is no constructor`);
  }
  for (const accessor of accessors) {
    const key = accessor.replace('=', ''), d = Object.getOwnPropertyDescriptor(prototype, key);
    check(d.configurable && typeof d.get === 'function' && (d.set !== undefined) === (key !== accessor), `${name}.${key}`);
    if (key !== 'reason') check(d.enumerable, `${name}.${key} is enumerable`);
    let error;
    try { Reflect.apply(d.get, Object.create(prototype), []); } catch (e) { error = e; }
    check(error instanceof TypeError, `${name}.${key} has a brand`);
  }
  let error;
  try { Class(); } catch (e) { error = e; }
  check(error instanceof TypeError, `${name} needs new`);
}
for (const name of ['AbortSignal', 'Crypto', 'Performance', 'PerformanceEntry', 'PerformanceMeasure', 'PerformanceObserverEntryList', 'SubtleCrypto']) {
  let error;
  try { new globalThis[name](); } catch (e) { error = e; }
  check(error instanceof TypeError && error.code === 'ERR_ILLEGAL_CONSTRUCTOR', `${name}: ${error}`);
}
for (const name of ['atob', 'btoa', 'crypto', 'performance', 'structuredClone']) {
  const d = Object.getOwnPropertyDescriptor(globalThis, name);
  check(d.enumerable && d.configurable, name);
}
const parents = { AbortSignal: EventTarget, CustomEvent: Event, PerformanceMark: PerformanceEntry, PerformanceMeasure: PerformanceEntry };
for (const name of Object.keys(parents)) check(Object.getPrototypeOf(globalThis[name]) === parents[name], `parent of ${name}`);
