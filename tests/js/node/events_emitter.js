// EventEmitter: listeners, their order, errors, limits.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const fails = (run, name, code, message) => {
  try { run(); } catch (e) { same([e.name, e.code, e.message], [name, code, message], message); return e; }
  throw new Error(`nothing thrown: ${message}`);
};
const EventEmitter = require('events');
same([EventEmitter.EventEmitter === EventEmitter, EventEmitter.defaultMaxListeners, EventEmitter.name, EventEmitter.length], [true, 10, 'EventEmitter', 1], 'shape');

// Order, arguments, this.
const log = [];
const e = new EventEmitter();
same(e.emit('x'), false, 'nobody listens');
e.on('x', function (...args) { log.push('a', this === e, ...args); });
same(e.emit('x', 1, 2, 3, 4), true, 'somebody listens');
e.prependListener('x', () => log.push('first'));
e.once('x', () => log.push('once'));
e.emit('x'); e.emit('x', 5); e.emit('x', 5, 6); e.emit('x', 5, 6, 7);
same(log, ['a', true, 1, 2, 3, 4, 'first', 'a', true, 'once', 'first', 'a', true, 5, 'first', 'a', true, 5, 6, 'first', 'a', true, 5, 6, 7], 'order');

// Changes while emitting.
const changing = new EventEmitter();
const seen = [];
const second = () => seen.push(2);
changing.on('c', () => { seen.push(1); changing.off('c', second); changing.on('c', () => seen.push(3)); });
changing.on('c', second);
changing.emit('c');
changing.emit('c');
same(seen, [1, 2, 1, 3], 'a copy is called');

// Removal: the one that was added last; wrappers of once are found by what is in them.
const r = new EventEmitter();
const f = () => {}, g = () => {};
r.on('a', f).on('a', g).on('a', f);
r.removeListener('a', f);
same([r.listeners('a')[0] === f, r.listeners('a')[1] === g, r.listenerCount('a'), r.listenerCount('a', g)], [true, true, 2, 1], 'removes the last');
r.once('b', f);
same([r.listeners('b')[0] === f, r.rawListeners('b')[0] === f, r.rawListeners('b')[0].listener === f], [true, false, true], 'once is wrapped');
r.off('b', f).off('nothing', f);
const symbol = Symbol('s');
r.on(symbol, f);
same(r.eventNames().map(String), ['a', 'Symbol(s)'], 'eventNames');
r.removeAllListeners('a');
same(r.eventNames().length, 1, 'removeAllListeners(name)');
r.removeAllListeners();
same([r.eventNames(), r._eventsCount], [[], 0], 'removeAllListeners');

// newListener and removeListener.
const meta = [];
const m = new EventEmitter();
m.on('newListener', (name, listener) => meta.push('new', name, listener === f, m.listenerCount(name)));
m.on('removeListener', (name, listener) => meta.push('removed', name, listener === f, m.listenerCount(name)));
m.once('k', f);
m.emit('k');
m.on('k', f);
m.removeAllListeners('k');
same(meta, ['new', 'removeListener', false, 0, 'new', 'k', true, 0, 'removed', 'k', true, 0, 'new', 'k', true, 0, 'removed', 'k', true, 0], 'events about listeners');

// Errors.
const failing = new EventEmitter();
same(fails(() => failing.emit('error', new TypeError('t')), 'TypeError', undefined, 't').context, undefined, 'errors are thrown');
same(fails(() => failing.emit('error', { a: 1 }), 'Error', 'ERR_UNHANDLED_ERROR', 'Unhandled error. ({ a: 1 })').context, { a: 1 }, 'other values are wrapped');
fails(() => failing.emit('error'), 'Error', 'ERR_UNHANDLED_ERROR', 'Unhandled error. (undefined)');
let monitored;
failing.on(EventEmitter.errorMonitor, (error) => { monitored = error.message; });
fails(() => failing.emit('error', new Error('watched')), 'Error', undefined, 'watched');
same(monitored, 'watched', 'errorMonitor');
failing.on('error', () => {});
same(failing.emit('error', 1), true, 'handled');
fails(() => e.on('x'), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "listener" argument must be of type function. Received undefined');
fails(() => e.setMaxListeners(-1), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "setMaxListeners" is out of range. It must be >= 0. Received -1');
fails(() => { EventEmitter.defaultMaxListeners = -1; }, 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "defaultMaxListeners" is out of range. It must be >= 0. Received -1');

// Constructors of old, and names that every object has.
function Old() { EventEmitter.call(this); }
Object.setPrototypeOf(Old.prototype, EventEmitter.prototype);
const old = new Old();
same([old.emit('toString'), old.emit('__proto__'), old.on('__proto__', f).listenerCount('__proto__'), new Old().listenerCount('__proto__')], [false, false, 1, 0], 'Old');
const bare = Object.assign(Object.create(null), EventEmitter.prototype);
let called = 0;
bare.on('q', () => called++);
bare.emit('q');
same(called, 1, 'mixed in');

// Limits.
const many = new EventEmitter();
same([many.getMaxListeners(), EventEmitter.getMaxListeners(many)], [10, 10], 'default limit');
EventEmitter.setMaxListeners(3, many);
same(many.getMaxListeners(), 3, 'setMaxListeners of several');
let warning;
process.emitWarning = (given) => { if (warning) throw new Error('warned twice'); warning = given; };
for (let i = 0; i < 6; i++) many.on('z', () => {});
same([warning.name, warning.count, warning.type, warning.emitter === many], ['MaxListenersExceededWarning', 4, 'z', true], 'the warning');
if (!/^Possible EventEmitter memory leak detected\. 4 z listeners added to .*MaxListeners is 3\. Use emitter\.setMaxListeners\(\) to increase limit$/s.test(warning.message)) throw new Error(warning.message);
many.setMaxListeners(0);
for (let i = 0; i < 20; i++) many.on('y', () => {});
