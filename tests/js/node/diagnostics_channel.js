// diagnostics_channel: subscriptions, stores, tracing of functions that return, promise and call back.
const assert = require('assert');
const { Channel, channel, hasSubscribers, subscribe, unsubscribe, tracingChannel } = require('diagnostics_channel');

const news = channel('news');
assert.strictEqual(channel('news'), news);
assert.ok(news instanceof Channel);
assert.strictEqual(news.hasSubscribers, false);
assert.strictEqual(hasSubscribers('nothing'), false);
assert.throws(() => channel(1), { code: 'ERR_INVALID_ARG_TYPE', message:
  'The "channel" argument must be one of type string or symbol. Received type number (1)' });
assert.throws(() => news.subscribe(1), { code: 'ERR_INVALID_ARG_TYPE' });
const symbol = Symbol('s');
assert.strictEqual(channel(symbol), channel(symbol));

// Messages go to those who are there when publishing begins.
const seen = [];
const first = (message, name) => {
  seen.push(['first', message, name]);
  unsubscribe('news', first);
  subscribe('news', second);
};
const second = (message) => seen.push(['second', message]);
news.subscribe(first);
assert.ok(hasSubscribers('news'));
news.publish(1);
news.publish(2);
assert.deepStrictEqual(seen, [['first', 1, 'news'], ['second', 2]]);
assert.strictEqual(unsubscribe('news', first), false);
assert.strictEqual(unsubscribe('news', second), true);
assert.strictEqual(news.hasSubscribers, false);

// Stores are nested around the function; a transform that fails leaves its store out.
const store = (name) => ({ run: (value, fn) => { seen.push([name, value]); return fn(); } });
const a = store('a'), b = store('b'), c = store('c');
seen.length = 0;
news.bindStore(a);
news.bindStore(b, (value) => value * 2);
news.bindStore(c, () => { throw new Error('transform'); });
news.subscribe(second);
assert.strictEqual(news.runStores(5, function(x, y) { return [this.z, x, y].join(); }, { z: 3 }, 1, 2), '3,1,2');
assert.deepStrictEqual(seen, [['b', 10], ['a', 5], ['second', 5]]);
assert.ok(news.unbindStore(a) && news.unbindStore(b) && news.unbindStore(c));
assert.strictEqual(news.unbindStore(a), false);

// Errors of subscribers are uncaught exceptions of the next tick.
const uncaught = [];
process.on('uncaughtException', (error) => uncaught.push(error.message));
news.subscribe(() => { throw new Error('subscriber'); });
news.publish(1);

// Tracing
const trace = tracingChannel('work');
assert.strictEqual(trace.start, channel('tracing:work:start'));
assert.strictEqual(trace.traceSync((x) => x + 1, {}, null, 1), 2);
const log = [];
const handlers = {};
for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
  handlers[event] = (context) => log.push(`${event} ${context.n} ${context.result} ${context.error}`);
}
trace.subscribe(handlers);
assert.ok(trace.hasSubscribers);
assert.strictEqual(trace.traceSync((x) => x + 1, { n: 1 }, null, 1), 2);
assert.throws(() => trace.traceSync(() => { throw 'no'; }, { n: 2 }), (error) => error === 'no');
assert.deepStrictEqual(log.splice(0), ['start 1 undefined undefined', 'end 1 2 undefined', 'start 2 undefined undefined',
                                       'error 2 undefined no', 'end 2 undefined no']);
trace.traceCallback((x, callback) => callback(null, x * 2), -1, { n: 3 }, null, 4, (error, result) => {
  assert.strictEqual(result, 8);
  log.push('called');
});
assert.deepStrictEqual(log.splice(0), ['start 3 undefined undefined', 'asyncStart 3 8 undefined', 'called',
                                       'asyncEnd 3 8 undefined', 'end 3 8 undefined']);
assert.throws(() => trace.traceCallback(() => 0, 0, {}, null, 1), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => tracingChannel(1), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => tracingChannel({ start: 1 }), { code: 'ERR_INVALID_ARG_TYPE' });
(async () => {
  assert.strictEqual(await trace.tracePromise(async (x) => x * 3, { n: 4 }, null, 2), 6);
  await assert.rejects(trace.tracePromise(async () => { throw 'late'; }, { n: 5 }), (error) => error === 'late');
  assert.deepStrictEqual(log.splice(0), [
    'start 4 undefined undefined', 'end 4 undefined undefined', 'asyncStart 4 6 undefined', 'asyncEnd 4 6 undefined',
    'start 5 undefined undefined', 'end 5 undefined undefined', 'error 5 undefined late', 'asyncStart 5 undefined late',
    'asyncEnd 5 undefined late']);
  assert.ok(trace.unsubscribe(handlers));
  assert.strictEqual(trace.unsubscribe(handlers), false);
  assert.deepStrictEqual(uncaught, ['transform', 'subscriber']);
})();
