// events.once, events.on, rejections of listeners, abort signals.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const EventEmitter = require('events');
const { on, once } = EventEmitter;
const rejection = (promise) => promise.then(() => { throw new Error('not rejected'); }, (error) => error);

async function main() {
  const e = new EventEmitter();
  setImmediate(() => e.emit('a', 1, 2));
  same(await once(e, 'a'), [1, 2], 'once');
  same([e.listenerCount('a'), e.listenerCount('error')], [0, 0], 'once cleans up');
  setImmediate(() => e.emit('error', new Error('bad')));
  same((await rejection(once(e, 'a'))).message, 'bad', 'once with an error');
  setImmediate(() => e.emit('error', new Error('wanted')));
  same((await once(e, 'error'))[0].message, 'wanted', 'once(error)');
  same((await rejection(once({}, 'a'))).message, 'The "emitter" argument must be an instance of EventEmitter. Received an instance of Object', 'once of anything');

  // Events that came before are kept; the loop ends with an event of `close`.
  const source = new EventEmitter();
  const got = [];
  setImmediate(() => { source.emit('d', 1); source.emit('d', 2, 3); setImmediate(() => { source.emit('d', 4); source.emit('end'); }); });
  for await (const value of on(source, 'd', { close: ['end'] })) got.push(value);
  same(got, [[1], [2, 3], [4]], 'on');
  same([source.listenerCount('d'), source.listenerCount('error'), source.listenerCount('end')], [0, 0, 0], 'on cleans up');

  const iterator = on(source, 'd');
  const asked = [iterator.next(), iterator.next()];
  source.emit('d', 'x');
  same(await asked[0], { value: ['x'], done: false }, 'next');
  await iterator.return();
  same([await asked[1], await iterator.next()], [{ done: true }, { done: true }], 'return');

  const broken = on(source, 'd');
  source.emit('d', 'before');
  source.emit('error', new Error('stop'));
  same(await broken.next(), { value: ['before'], done: false }, 'what came before an error');
  same((await rejection(broken.next())).message, 'stop', 'the error');
  same(await broken.next(), { done: true }, 'after the error');

  const paused = [];
  const stream = Object.assign(new EventEmitter(), { pause: () => paused.push('pause'), resume: () => paused.push('resume') });
  const slow = on(stream, 'd', { highWaterMark: 2, lowWaterMark: 1 });
  for (let i = 0; i < 4; i++) stream.emit('d', i);
  for (let i = 0; i < 4; i++) await slow.next();
  same(paused, ['pause', 'resume'], 'water marks');

  // Rejections of listeners become errors, or calls of the emitter's own handler.
  const capturing = new EventEmitter({ captureRejections: true });
  capturing.on('go', async () => { throw new Error('async'); });
  setImmediate(() => capturing.emit('go'));
  same((await once(capturing, 'error'))[0].message, 'async', 'captureRejections');
  const own = await new Promise((resolve) => {
    const handling = new EventEmitter({ captureRejections: true });
    handling[Symbol.for('nodejs.rejection')] = (error, name, ...args) => resolve([error.message, name, args]);
    handling.on('go', async () => { throw new Error('own'); });
    handling.emit('go', 1, 2);
  });
  same(own, ['own', 'go', [1, 2]], 'Symbol.for(nodejs.rejection)');
}
main().then(() => { done = true; });
let done = false;
process.on('exit', () => { if (!done) throw new Error('did not come to its end'); });
