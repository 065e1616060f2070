// process: the surroundings, and how wrong arguments are refused.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const fails = (run, name, code, message) => {
  try { run(); } catch (e) { same([e.name, e.code, e.message], [name, code, message], String(run)); return e; }
  throw new Error(`nothing thrown: ${run}`);
};
const fs = require('fs'), os = require('os'), path = require('path');
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'process-')));
const before = process.cwd();
process.chdir(folder);
same(process.cwd(), folder, 'chdir');
same(fails(() => process.chdir('/nope'), 'Error', 'ENOENT', `ENOENT: no such file or directory, chdir '${folder}' -> '/nope'`).dest, '/nope', 'dest');
process.chdir(before);
fs.rmdirSync(folder);
fails(() => process.chdir(5), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "directory" argument must be of type string. Received type number (5)');

const mask = process.umask(0o77);
same([process.umask(), process.umask('022'), process.umask(mask)], [0o77, 0o77, 0o22], 'umask');
fails(() => process.umask('9'), 'TypeError', 'ERR_INVALID_ARG_VALUE', "The argument 'mask' must be a 32-bit unsigned integer or an octal string. Received '9'");

same(process.kill(process.pid, 0), true, 'kill 0');
same(fails(() => process.kill(2 ** 31 - 1, 0), 'Error', 'ESRCH', 'kill ESRCH').syscall, 'kill', 'syscall');
fails(() => process.kill(process.pid, 'SIGFOO'), 'TypeError', 'ERR_UNKNOWN_SIGNAL', 'Unknown signal: SIGFOO');
fails(() => process.kill('a'), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "pid" argument must be of type number. Received type string (\'a\')');

const usage = process.resourceUsage();
same([Object.keys(usage).length, Object.values(usage).every(Number.isInteger), usage.maxRSS > 1000], [16, true, true], 'resourceUsage');
same(process.cpuUsage(process.cpuUsage()).user < 1e6, true, 'cpuUsage');
fails(() => process.cpuUsage({}), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "prevValue.user" property must be of type number. Received undefined');
same([process.memoryUsage.rss() > 1e5, typeof process.hrtime.bigint(), process.uptime() > 0], [true, 'bigint', true], 'measures');
fails(() => process.hrtime([1]), 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "time" is out of range. It must be 2. Received 1');
fails(() => process.hrtime(5), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "time" argument must be an instance of Array. Received type number (5)');
same([process.getuid() === os.userInfo().uid, process.getgroups().includes(process.getegid()), process.release.name, Array.isArray(process.execArgv)], [true, true, 'node', true], 'identity');
fails(() => { process.exitCode = 'x'; }, 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "code" argument must be of type number. Received type string (\'x\')');
fails(() => { process.exitCode = 1.5; }, 'RangeError', 'ERR_OUT_OF_RANGE', 'The value of "code" is out of range. It must be an integer. Received 1.5');
fails(() => process.nextTick(), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "callback" argument must be of type function. Received undefined');

// Output: nothing is lost, and the order with console is kept.
same([process.stdout.fd, process.stderr.fd, process.stdin.fd, process.stdout.writable], [1, 2, 0, true], 'descriptors');
fails(() => process.stdout.write(5), 'TypeError', 'ERR_INVALID_ARG_TYPE', 'The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)');
fails(() => process.stdout.write(null), 'TypeError', 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
console.log('one'); // expect: one
process.stdout.write('two\n'); // expect: two
process.stdout.write(new Uint8Array([0xc3, 0xa9, 10]), () => console.log('written')); // expect: é
console.log('three'); // expect: three
// expect: written
same([process.getBuiltinModule?.('node:fs') ?? fs, process.getBuiltinModule?.('nope') === undefined].map((v) => v === fs || v), [true, true], 'getBuiltinModule');
const named = fs.mkdtempSync(path.join(os.tmpdir(), 'env-'));
fs.writeFileSync(path.join(named, 'f'), 'PROCESS_BASICS_NEW=1\nPROCESS_BASICS_SET=other\n');
process.env.PROCESS_BASICS_SET = 'kept';
process.loadEnvFile(path.join(named, 'f'));
same([process.env.PROCESS_BASICS_NEW, process.env.PROCESS_BASICS_SET], ['1', 'kept'], 'loadEnvFile');
fs.rmSync(named, { recursive: true });
same(['cwd', 'nextTick', 'exit', 'argv', 'chdir'].every((name) => Object.keys(process).includes(name)), true, 'methods can be imported by name');
const timer = setTimeout(() => {}, 1);
same([process.getActiveResourcesInfo().includes('Timeout'), clearTimeout(timer), process.getActiveResourcesInfo().includes('Timeout')], [true, undefined, false], 'getActiveResourcesInfo');
