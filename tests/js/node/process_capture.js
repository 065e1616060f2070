// process.setUncaughtExceptionCaptureCallback: one function in place of the event.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const fails = (run, code, message) => {
  try { run(); } catch (e) { same([e.code, e.message], [code, message], String(run)); return; }
  throw new Error(`nothing thrown: ${run}`);
};
const log = [];
same(process.hasUncaughtExceptionCaptureCallback(), false, 'at first');
process.setUncaughtExceptionCaptureCallback((error) => log.push('captured', error.message));
same(process.hasUncaughtExceptionCaptureCallback(), true, 'set');
fails(() => process.setUncaughtExceptionCaptureCallback(() => {}), 'ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET', '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active');
fails(() => process.setUncaughtExceptionCaptureCallback(5), 'ERR_INVALID_ARG_TYPE', 'The "fn" argument must be of type function or null. Received type number (5)');
process.on('uncaughtExceptionMonitor', (error) => log.push('monitor', error.message));
process.on('uncaughtException', (error) => log.push('event', error.message));
setTimeout(() => {
  setTimeout(() => {
    process.setUncaughtExceptionCaptureCallback(null);
    throw new Error('two');
  }, 1);
  throw new Error('one');
}, 1);
process.on('exit', () => same(log, ['monitor', 'one', 'captured', 'one', 'monitor', 'two', 'event', 'two'], 'the order'));
