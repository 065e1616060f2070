// Signals are events of process; they do not keep a program alive.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const log = [];
process.on('SIGUSR2', (name, number) => log.push(name, number));
process.once('SIGINT', () => log.push('once'));
const ignored = () => log.push('never');
process.on('SIGHUP', ignored);
process.off('SIGHUP', ignored);
process.on('SIGNAL', () => {}); // is none
let error;
try { process.on('SIGKILL', () => {}); } catch (e) { error = e; }
same([error?.code, error?.syscall, process.listenerCount('SIGKILL')], ['EINVAL', 'uv_signal_start', 0], 'SIGKILL');

process.kill(process.pid, 'SIGINT');
process.kill(process.pid, 'SIGUSR2');
same(log, [], 'later');
setTimeout(() => {
  process.kill(process.pid, 'SIGUSR2');
  setTimeout(() => {
    process.removeAllListeners('SIGUSR2');
    same(log.filter((entry) => entry !== 'once'), ['SIGUSR2', 12, 'SIGUSR2', 12], 'every time');
    same(log.filter((entry) => entry === 'once').length, 1, 'once');
  }, 30);
}, 30);
process.on('SIGTERM', () => {}); // nothing waits for it
process.on('exit', (code) => { if (code === 0) same(log.length, 5, 'all of it'); });
