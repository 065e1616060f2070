// os: what it says of this machine is consistent.
const assert = (ok, what) => { if (!ok) throw new Error(String(what)); };
const os = require('os');
assert(os.EOL === '\n' && os.devNull === '/dev/null', 'constants of the platform');
assert(os.platform() === process.platform && os.arch() === process.arch, 'platform');
for (const name of ['type', 'release', 'version', 'machine', 'hostname', 'homedir', 'tmpdir']) assert(typeof os[name]() === 'string' && os[name]().length > 0, name);
assert(`${os.type}` === os.type() && os.hostname + '' === os.hostname(), 'functions as text');
assert(os.endianness() === (new Uint8Array(Uint16Array.of(1).buffer)[0] ? 'LE' : 'BE'), 'endianness');
assert(os.totalmem() > os.freemem() && os.freemem() > 0, 'memory');
assert(os.loadavg().length === 3 && os.loadavg().every((n) => n >= 0) && os.uptime() > 0, 'load');
assert(os.availableParallelism() >= 1 && os.cpus().length >= 1, 'processors');
const { model, speed, times } = os.cpus()[0];
assert(typeof model === 'string' && Number.isInteger(speed) && ['user', 'nice', 'sys', 'idle', 'irq'].every((k) => Number.isInteger(times[k])), 'a processor');
const user = os.userInfo();
assert(user.uid === process.getuid() && user.username && user.homedir && Object.getPrototypeOf(user) === null, 'user');
for (const list of Object.values(os.networkInterfaces())) {
  for (const { address, netmask, family, mac, internal, cidr } of list) {
    assert(address && netmask && /^IPv[46]$/.test(family) && /^[0-9a-f:]{17}$/.test(mac) && typeof internal === 'boolean' && cidr.startsWith(`${address}/`), address);
  }
}
const { signals, errno, priority } = os.constants;
assert(signals.SIGKILL === 9 && errno.ENOENT === 2 && priority.PRIORITY_LOW === 19, 'constants');
assert(require('constants').SIGINT === 2 && require('constants').O_RDONLY === 0, 'constants module');
process.env.TMPDIR = '/x/';
assert(os.tmpdir() === '/x', 'tmpdir of TMPDIR');
const level = os.getPriority();
os.setPriority(level);
assert(os.getPriority(process.pid) === level, 'priority');
let error;
try { os.setPriority(2 ** 31 - 1, 5); } catch (e) { error = e; }
assert(error.name === 'SystemError' && error.code === 'ERR_SYSTEM_ERROR' && error.info.code === 'ESRCH' && error.message === 'A system error occurred: uv_os_setpriority returned ESRCH (no such process)', error.message);
try { os.setPriority(0, 20); } catch (e) { error = e; }
assert(error.code === 'ERR_OUT_OF_RANGE' && error.message === 'The value of "priority" is out of range. It must be >= -20 && <= 19. Received 20', error.message);
try { os.getPriority('a'); } catch (e) { error = e; }
assert(error.code === 'ERR_INVALID_ARG_TYPE', error.message);
const { isatty, WriteStream } = require('tty');
assert(!isatty(-1) && !isatty('a') && !isatty(1e9), 'isatty');
assert(WriteStream.prototype.getColorDepth.call({}, { TERM: 'xterm-256color' }) === 8 && WriteStream.prototype.getColorDepth.call({}, { TERM: 'dumb' }) === 1, 'colours');
