// process is an EventEmitter: exit, warnings, uncaught errors, in the order of things.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const log = [];
process.once('exit', (code) => log.push('once', code));
const EventEmitter = require('events');
same([process instanceof EventEmitter, process.on === EventEmitter.prototype.on, process.constructor.name, String(process)], [true, true, 'process', '[object process]'], 'what process is');
same(process.listenerCount('exit'), 1, 'listenerCount');
const removed = () => log.push('never');
process.on('exit', removed);
process.off('exit', removed);
process.on('exit', (code) => {
  log.push('exit', code);
  same(log, ['mine', 'uncaught', 'e1', 'uncaughtException', 'rejected', 'r1', 'W', 'Warning', 'plain', 'Mine', 'C', 'coded', 'd', 'once', 0, 'exit', 0], 'the whole');
});
same(process.emit('mine', 1), false, 'nobody listens');
process.on('mine', (value) => log.push(value));
same([process.emit('mine', 'mine'), process.eventNames().includes('mine')], [true, true], 'own events');
process.on('uncaughtException', (error, origin) => log.push('uncaught', error.message, origin));
process.on('unhandledRejection', (reason) => log.push('rejected', reason.message));

// Warnings come in the next tick. The first listener prints them.
same(process.listenerCount('warning'), 1, 'who prints');
process.removeAllListeners('warning');
process.on('warning', (w) => log.push(...(w.name === 'Warning' ? ['W', w.name, w.message] : [w.name, w.code, w.message, w.detail])));
for (const [args, message] of [[[], 'The "warning" argument must be of type string or an instance of Error. Received undefined'],
  [['a', 5], 'The "type" argument must be of type string. Received type number (5)'],
  [['a', 'T', 5], 'The "code" argument must be of type string. Received type number (5)']]) {
  let error;
  try { process.emitWarning(...args); } catch (e) { error = e; }
  same([error.code, error.message], ['ERR_INVALID_ARG_TYPE', message], 'emitWarning');
}
setTimeout(() => {
  setImmediate(() => {
    Promise.reject(new Error('r1'));
    setImmediate(() => {
      process.emitWarning('plain');
      process.emitWarning('coded', { type: 'Mine', code: 'C', detail: 'd' });
    });
  });
  throw new Error('e1');
}, 1);
