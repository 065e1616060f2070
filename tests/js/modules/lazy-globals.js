// Globals of the JavaScript part: made at the first look, ordinary from then on.

function assert(condition, text) {
  if (!condition) throw new Error(text);
}
function shape(name) {
  const d = Object.getOwnPropertyDescriptor(globalThis, name);
  return `${typeof d.value} ${d.writable} ${d.enumerable} ${d.configurable}`;
}

assert(Object.getOwnPropertyNames(globalThis).includes('URL'), 'named before it is made');
assert(!Object.keys(globalThis).includes('URL') && Object.keys(globalThis).includes('atob'), 'enumerable as in Node');

// Every way to look gives the same value.
assert(shape('URL') === 'function true false true', shape('URL'));
assert(typeof AbortController === 'function' && AbortController === globalThis.AbortController, 'AbortController');
assert('EventTarget' in globalThis && typeof globalThis['EventTarget'] === 'function', 'EventTarget');
assert(require('url').URL === URL && new URL('x:y') instanceof URL, 'the export of the module');
assert(shape('atob') === 'function true true true', shape('atob'));

// Assignment before the first look leaves the module alone.
globalThis.TextEncoder = 1;
assert(TextEncoder === 1 && shape('TextEncoder') === 'number true false true', shape('TextEncoder'));
assert(delete globalThis.TextDecoder && typeof TextDecoder === 'undefined', 'deleted');
Object.defineProperty(globalThis, 'DOMException', { value: 2 });
assert(DOMException === 2, 'redefined');

// A failure at the first look is no memory: the next one tries again.
function deep() {
  try {
    return deep();
  } catch {
    return typeof CustomEvent;
  }
}
try {
  deep();
} catch (e) {
  assert(e instanceof RangeError, e);
}
assert(typeof CustomEvent === 'function' && new CustomEvent('x').type === 'x', 'again');

// Looking in a loop, while the shape of the global object changes.
for (let i = 0; i < 300; i++) {
  globalThis[`added${i}`] = i;
  assert(typeof Event === 'function' && typeof btoa === 'function', i);
}
