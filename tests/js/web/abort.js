// AbortController and AbortSignal.
function check(condition, text) { if (!condition) throw new Error(text); }
function same(actual, expected, text = '') {
  const a = JSON.stringify(actual), b = JSON.stringify(expected);
  check(a === b, `${text} got ${a}, expected ${b}`);
}
function fails(make, Class, code) {
  try { make(); } catch (error) { check(error instanceof Class && error.code === code, `${error.code} ${error} in ${make}`); return; }
  throw new Error(`no error in ${make}`);
}
const isAbortError = (e) => e instanceof DOMException && e.name === 'AbortError' && e.code === 20 && e.message === 'This operation was aborted';

// --- a controller
const controller = new AbortController();
const { signal } = controller;
check(controller.signal === signal && signal instanceof EventTarget && signal.aborted === false && signal.reason === undefined, 'fresh');
signal.throwIfAborted();
const log = [];
signal.addEventListener('abort', function(event) { log.push('listener', this === signal, event.type, event.isTrusted, event.target === signal, event.cancelable, event.bubbles, signal.aborted); });
signal.onabort = function(event) { log.push('onabort', this === signal, event.constructor === Event); };
controller.abort();
controller.abort('late');
same(log, ['listener', true, 'abort', true, true, false, false, true, 'onabort', true, true]);
check(signal.aborted && isAbortError(signal.reason), 'default reason');
fails(() => signal.throwIfAborted(), DOMException, 20);
let late = 0;
signal.addEventListener('abort', () => late++);
check(late === 0, 'too late');

// --- reasons
for (const reason of [null, 0, '', 'text', Symbol.iterator, new Error('x')]) {
  const c = new AbortController();
  c.abort(reason);
  check(c.signal.aborted && c.signal.reason === reason && AbortSignal.abort(reason).reason === reason, String(reason));
  try { c.signal.throwIfAborted(); throw 1; } catch (error) { check(error === reason, 'throws the reason'); }
}
check(isAbortError(AbortSignal.abort().reason) && isAbortError(AbortSignal.abort(undefined).reason) && AbortSignal.abort().aborted, 'AbortSignal.abort');

// --- onabort keeps its place among the listeners
const c = new AbortController(), order = [];
same(c.signal.onabort, null);
c.signal.addEventListener('abort', () => order.push(1));
c.signal.onabort = () => order.push('replaced');
c.signal.addEventListener('abort', () => order.push(3));
const handler = () => order.push(2);
c.signal.onabort = handler;
check(c.signal.onabort === handler, 'onabort');
c.abort();
same(order, [1, 2, 3]);
const silent = new AbortController();
silent.signal.onabort = () => { throw new Error('was removed'); };
silent.signal.onabort = null;
check(silent.signal.onabort === null, 'no handler');
silent.abort();

// --- any
const [a, b] = [new AbortController(), new AbortController()];
const any = AbortSignal.any([a.signal, b.signal]);
const further = AbortSignal.any([any, a.signal]);
const events = [];
a.signal.addEventListener('abort', () => events.push('a', any.aborted, further.aborted));
any.addEventListener('abort', (event) => events.push('any', event.isTrusted, event.target === any));
further.addEventListener('abort', () => events.push('further'));
check(any instanceof AbortSignal && !any.aborted && any.reason === undefined, 'any');
a.abort('why');
b.abort('other');
same(events, ['a', true, true, 'any', true, true, 'further']);
check(any.reason === 'why' && further.reason === 'why', 'reason of the first');
check(AbortSignal.any([new AbortController().signal, AbortSignal.abort('now'), AbortSignal.abort('later')]).reason === 'now', 'aborted already');
check(!AbortSignal.any([]).aborted, 'of none');
const once = new AbortController();
let calls = 0;
AbortSignal.any([once.signal, once.signal]).addEventListener('abort', () => calls++);
once.abort();
check(calls === 1, 'the same signal twice');

// --- errors
fails(() => new AbortSignal(), TypeError, 'ERR_ILLEGAL_CONSTRUCTOR');
fails(() => AbortSignal.any(), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => AbortSignal.any([5]), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => AbortSignal.any([{}]), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => AbortSignal.timeout(), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => AbortSignal.timeout('5'), TypeError, 'ERR_INVALID_ARG_TYPE');
fails(() => AbortSignal.timeout(-1), RangeError, 'ERR_OUT_OF_RANGE');
fails(() => AbortSignal.timeout(2 ** 32), RangeError, 'ERR_OUT_OF_RANGE');
fails(() => AbortSignal.timeout(1.5), RangeError, 'ERR_OUT_OF_RANGE');
fails(() => Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted').get.call({}), TypeError, 'ERR_INVALID_THIS');
fails(() => Object.getOwnPropertyDescriptor(AbortController.prototype, 'signal').get.call({}), TypeError, 'ERR_INVALID_THIS');
same(Object.prototype.toString.call(signal) + Object.prototype.toString.call(controller), '[object AbortSignal][object AbortController]');

// --- timeout: in time, after others, not keeping the program alive
const started = performance.now();
const timeout = AbortSignal.timeout(20);
timeout.onabort = () => {
  const { reason } = timeout;
  check(performance.now() - started >= 19, 'too early');
  check(reason instanceof DOMException && reason.name === 'TimeoutError' && reason.code === 23 && reason.message === 'The operation was aborted due to timeout', String(reason));
  console.log('timeout');
};
AbortSignal.any([AbortSignal.timeout(1)]).addEventListener('abort', (event) => console.log('any of timeout', event.target.reason.name)); // expect: any of timeout TimeoutError
setTimeout(() => console.log('end'), 60); // expect: timeout
AbortSignal.timeout(1e6).addEventListener('abort', () => console.log('never')); // expect: end
