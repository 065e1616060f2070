// events with AbortSignal and EventTarget.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const EventEmitter = require('events');
const { addAbortListener, getEventListeners, getMaxListeners, on, once, setMaxListeners } = EventEmitter;
const rejection = (promise) => promise.then(() => { throw new Error('not rejected'); }, (error) => error);

async function main() {
  const emitter = new EventEmitter();
  const controller = new AbortController();
  const waiting = rejection(once(emitter, 'a', { signal: controller.signal }));
  const iterator = on(emitter, 'b', { signal: controller.signal });
  const next = rejection(iterator.next());
  same([emitter.listenerCount('a'), emitter.listenerCount('b'), emitter.listenerCount('error')], [1, 1, 2], 'listeners');
  controller.abort(new Error('why'));
  for (const error of [await waiting, await next]) {
    same([error.name, error.code, error.message, error.cause.message], ['AbortError', 'ABORT_ERR', 'The operation was aborted', 'why'], 'AbortError');
  }
  same(emitter.eventNames(), [], 'nothing is left');
  same((await rejection(once(emitter, 'a', { signal: AbortSignal.abort() }))).code, 'ABORT_ERR', 'once, aborted before');
  for (const [run, code] of [[() => on(emitter, 'a', { signal: AbortSignal.abort() }), 'ABORT_ERR'], [() => on(emitter, 'a', { signal: 5 }), 'ERR_INVALID_ARG_TYPE'],
    [() => addAbortListener({}, () => {}), 'ERR_INVALID_ARG_TYPE'], [() => addAbortListener(controller.signal, 5), 'ERR_INVALID_ARG_TYPE'],
    [() => getEventListeners({}, 'a'), 'ERR_INVALID_ARG_TYPE'], [() => setMaxListeners(1, {}), 'ERR_INVALID_ARG_TYPE']]) {
    let error;
    try { run(); } catch (e) { error = e; }
    same(error?.code, code, String(run));
  }

  const target = new EventTarget();
  setImmediate(() => target.dispatchEvent(new Event('go')));
  const [event] = await once(target, 'go');
  same([event.type, event instanceof Event], ['go', true], 'once of a target');
  const events = on(target, 'go');
  target.dispatchEvent(new Event('go'));
  same((await events.next()).value[0].type, 'go', 'on of a target');
  const listener = () => {};
  target.addEventListener('x', listener);
  same([getEventListeners(target, 'x').length, getEventListeners(target, 'x')[0] === listener, getEventListeners(target, 'go').length], [1, true, 1], 'getEventListeners');
  await events.return();
  same([getEventListeners(target, 'go').length, getEventListeners(emitter, 'a')], [0, []], 'return takes listeners away');
  setMaxListeners(5, target, emitter);
  same([getMaxListeners(target), getMaxListeners(emitter), getMaxListeners(new EventTarget())], [5, 5, 10], 'limits');

  let called = 0;
  const other = new AbortController();
  const disposable = addAbortListener(other.signal, () => called++);
  addAbortListener(other.signal, () => (called += 10));
  if (Symbol.dispose) disposable[Symbol.dispose]();
  other.abort();
  addAbortListener(other.signal, () => (called += 100));
  await null;
  same(called, Symbol.dispose ? 110 : 111, 'addAbortListener');
}
let done = false;
main().then(() => { done = true; });
process.on('exit', () => { if (!done) throw new Error('did not come to its end'); });
