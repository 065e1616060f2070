// Event, CustomEvent, EventTarget: what they have in common with the DOM's, without a tree.
function check(condition, text) { if (!condition) throw new Error(text); }
function same(actual, expected, text = '') {
  const a = JSON.stringify(actual), b = JSON.stringify(expected);
  check(a === b, `${text} got ${a}, expected ${b}`);
}
function fails(make, Class, code) {
  try { make(); } catch (error) { check(error instanceof Class && error.code === code, `${error.code} ${error} in ${make}`); return; }
  throw new Error(`no error in ${make}`);
}

// --- events
const plain = new Event('type');
same([plain.type, plain.bubbles, plain.cancelable, plain.composed, plain.defaultPrevented, plain.returnValue, plain.cancelBubble, plain.isTrusted,
      plain.eventPhase, plain.target, plain.currentTarget, plain.srcElement, plain.composedPath()],
     ['type', false, false, false, false, true, false, false, 0, null, null, null, []]);
check(typeof plain.timeStamp === 'number' && plain.timeStamp <= performance.now(), 'timeStamp');
const full = new Event(5, { bubbles: 1, cancelable: 'x', composed: {} });
same([full.type, full.bubbles, full.cancelable, full.composed], ['5', true, true, true]);
for (const [name, value] of [['NONE', 0], ['CAPTURING_PHASE', 1], ['AT_TARGET', 2], ['BUBBLING_PHASE', 3]]) check(Event[name] === value, name);
plain.preventDefault();
check(!plain.defaultPrevented, 'not cancelable');
full.preventDefault();
check(full.defaultPrevented && !full.returnValue, 'cancelable');
plain.cancelBubble = false;
check(!plain.cancelBubble, 'not stopped');
plain.cancelBubble = true;
plain.cancelBubble = false;
check(plain.cancelBubble, 'stopped for good');
const init = new Event('before');
init.initEvent('after', true, true);
same([init.type, init.bubbles, init.cancelable], ['after', true, true]);
same([new CustomEvent('c').detail, new CustomEvent('c', { detail: [1] }).detail, new CustomEvent('c') instanceof Event], [null, [1], true]);
fails(() => new Event(), TypeError, 'ERR_MISSING_ARGS');
fails(() => new Event('x', 5), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => new Event(Symbol()), TypeError, undefined);
check(new Event('x', null).type === 'x' && new Event('x', undefined).type === 'x', 'no options');
fails(() => Object.getOwnPropertyDescriptor(Event.prototype, 'type').get.call({}), TypeError, 'ERR_INVALID_THIS');

// --- dispatch: order, target, phase, results
const target = new EventTarget();
const log = [];
target.addEventListener('go', function(event) { log.push('function', this === target, event.eventPhase, event.target === target, event.currentTarget === target, event.composedPath()[0] === target); });
const object = { handleEvent(event) { log.push('object', this === object, event.type); } };
target.addEventListener('go', object);
target.addEventListener('go', object);
target.addEventListener('other', () => log.push('never'));
const go = new Event('go');
check(target.dispatchEvent(go) === true, 'result');
same(log, ['function', true, 2, true, true, true, 'object', true, 'go']);
same([go.eventPhase, go.currentTarget, go.target === target, go.composedPath().length], [0, null, true, 0]);
const prevent = (event) => event.preventDefault();
target.addEventListener('stop', prevent);
same([target.dispatchEvent(new Event('stop', { cancelable: true })), target.dispatchEvent(new Event('stop'))], [false, true]);

// --- identity of listeners: callback and capture
function count(add) {
  const t = new EventTarget();
  let calls = 0;
  const listener = () => calls++;
  add(t, listener);
  t.dispatchEvent(new Event('x'));
  return calls;
}
same([
  count((t, l) => { t.addEventListener('x', l); t.addEventListener('x', l, {}); t.addEventListener('x', l, { passive: true }); }),
  count((t, l) => { t.addEventListener('x', l); t.addEventListener('x', l, true); t.addEventListener('x', l, { capture: true }); }),
  count((t, l) => { t.addEventListener('x', l); t.removeEventListener('x', l, true); }),
  count((t, l) => { t.addEventListener('x', l, { capture: true }); t.removeEventListener('x', l, true); }),
  count((t, l) => { t.addEventListener('x', l); t.removeEventListener('x', l); t.addEventListener('x', l); }),
  count((t, l) => { t.addEventListener('x', l); t.removeEventListener('x', () => {}); t.removeEventListener('y', l); }),
], [1, 2, 1, 0, 1, 1], 'identity');

// --- changes while an event is dispatched
function run(prepare) {
  const t = new EventTarget(), calls = [];
  prepare(t, calls);
  t.dispatchEvent(new Event('x'));
  t.dispatchEvent(new Event('x'));
  return calls.join('');
}
const b = (calls) => () => calls.push('b');
same([
  run((t, c) => { t.addEventListener('x', () => { c.push('a'); t.addEventListener('x', () => c.push('n'), { once: true }); }); }),
  run((t, c) => { const l = b(c); t.addEventListener('x', () => { c.push('a'); t.removeEventListener('x', l); }); t.addEventListener('x', l); }),
  run((t, c) => { t.addEventListener('x', () => c.push('1'), { once: true }); t.addEventListener('x', () => c.push('2')); }),
  run((t, c) => { t.addEventListener('x', (e) => { c.push('s'); e.stopImmediatePropagation(); }); t.addEventListener('x', b(c)); }),
  run((t, c) => { t.addEventListener('x', (e) => { c.push('s'); e.stopPropagation(); }); t.addEventListener('x', b(c)); }),
  run((t, c) => { const l = () => { c.push('a'); t.removeEventListener('x', l); t.addEventListener('x', l); }; t.addEventListener('x', l); }),
  run((t, c) => { let n = 0; t.addEventListener('x', () => { c.push('('); if (n++ < 1) t.dispatchEvent(new Event('x')); c.push(')'); }); }),
], ['aan', 'aa', '122', 'ss', 'sbsb', 'aa', '(())()'], 'changes');

// --- signals
const controller = new AbortController();
let heard = 0;
target.addEventListener('signal', () => heard++, { signal: controller.signal });
target.dispatchEvent(new Event('signal'));
controller.abort();
target.dispatchEvent(new Event('signal'));
target.addEventListener('signal', () => heard++, { signal: controller.signal });
target.dispatchEvent(new Event('signal'));
check(heard === 1, `signal: ${heard}`);

// --- arguments
for (const bad of [5, 'text', true, Symbol()]) fails(() => target.addEventListener('x', bad), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => target.addEventListener('x', () => {}, { signal: 5 }), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => target.addEventListener('x', () => {}, { signal: null }), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => target.addEventListener('x'), TypeError, 'ERR_MISSING_ARGS');
fails(() => target.removeEventListener('x'), TypeError, 'ERR_MISSING_ARGS');
fails(() => target.dispatchEvent(), TypeError, 'ERR_MISSING_ARGS');
fails(() => target.dispatchEvent({ type: 'x' }), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => EventTarget.prototype.addEventListener.call({}, 'x', () => {}), TypeError, 'ERR_INVALID_THIS');
let recursion;
target.addEventListener('again', (event) => { try { target.dispatchEvent(event); } catch (error) { recursion = error.code; } });
const again = new Event('again');
target.dispatchEvent(again);
check(recursion === 'ERR_EVENT_RECURSION' && target.dispatchEvent(again), 'recursion');

// --- subclasses
class Meter extends EventTarget { #value = 0; add(n) { this.#value += n; this.dispatchEvent(new CustomEvent('change', { detail: this.#value })); } }
const meter = new Meter(), seen = [];
meter.addEventListener('change', (event) => seen.push(event.detail));
meter.add(2);
meter.add(3);
same(seen, [2, 5]);

// --- many listeners
const many = new EventTarget();
let calls = 0;
for (let i = 0; i < 2000; i++) many.addEventListener('x', () => calls++, { once: true });
many.dispatchEvent(new Event('x'));
many.dispatchEvent(new Event('x'));
check(calls === 2000, 'many');
