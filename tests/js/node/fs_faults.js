// fs: failures have the same shape at once, with callbacks and as promises, and leave no file open.
const assert = require('assert');
const fs = require('fs'), os = require('os'), path = require('path');
const before = process.cwd();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fs-faults-'));
process.chdir(folder);
let done = false;
process.on('exit', () => {
  process.chdir(before);
  fs.rmSync(folder, { recursive: true });
  if (!done) throw new Error('did not come to its end');
});
fs.mkdirSync('full/inner', { recursive: true });
fs.writeFileSync('file', 'text');
fs.symlinkSync('loop', 'loop');

const shape = (error) => ({ ...error, message: error.message });

const long = 'l'.repeat(300);

// [what it is to say, name, ...arguments]
const failures = [
  ["ENOENT: no such file or directory, open 'no'", 'readFile', 'no'],
  ["ENOENT: no such file or directory, open 'no/f'", 'writeFile', 'no/f', 'x'],
  ["ENOENT: no such file or directory, open 'no/f'", 'appendFile', 'no/f', 'x'],
  ["ENOENT: no such file or directory, open 'no'", 'open', 'no'],
  ["ENOENT: no such file or directory, stat 'no'", 'stat', 'no'],
  ["ENOENT: no such file or directory, lstat 'no'", 'lstat', 'no'],
  ["ENOENT: no such file or directory, statfs 'no'", 'statfs', 'no'],
  ["ENOENT: no such file or directory, access 'no'", 'access', 'no'],
  ["ENOENT: no such file or directory, chmod 'no'", 'chmod', 'no', 0o600],
  ["ENOENT: no such file or directory, chown 'no'", 'chown', 'no', 1, 1],
  ["ENOENT: no such file or directory, utime 'no'", 'utimes', 'no', 1, 1],
  ["ENOENT: no such file or directory, open 'no'", 'truncate', 'no', 1],
  ["ENOENT: no such file or directory, scandir 'no'", 'readdir', 'no'],
  ["ENOENT: no such file or directory, opendir 'no'", 'opendir', 'no'],
  ["ENOENT: no such file or directory, mkdir 'no/f'", 'mkdir', 'no/f'],
  ["ENOENT: no such file or directory, mkdtemp 'no/fXXXXXX'", 'mkdtemp', 'no/f'],
  ["ENOENT: no such file or directory, rmdir 'no'", 'rmdir', 'no'],
  ["ENOENT: no such file or directory, unlink 'no'", 'unlink', 'no'],
  ["ENOENT: no such file or directory, readlink 'no'", 'readlink', 'no'],
  ["ENOENT: no such file or directory, rename 'no' -> 'new'", 'rename', 'no', 'new'],
  ["ENOENT: no such file or directory, link 'no' -> 'new'", 'link', 'no', 'new'],
  ["ENOENT: no such file or directory, copyfile 'no' -> 'new'", 'copyFile', 'no', 'new'],
  ["ENOENT: no such file or directory, symlink 'goal' -> 'no/f'", 'symlink', 'goal', 'no/f'],
  ['EISDIR: illegal operation on a directory, read', 'readFile', 'full'],
  ["EISDIR: illegal operation on a directory, open 'full'", 'writeFile', 'full', 'x'],
  ['ENOSPC: no space left on device, write', 'writeFile', '/dev/full', 'x'.repeat(100000)],
  ['ENOSPC: no space left on device, write', 'appendFile', '/dev/full', Buffer.from('x')],
  ["EEXIST: file already exists, mkdir 'full'", 'mkdir', 'full'],
  ["EEXIST: file already exists, open 'file'", 'open', 'file', 'wx'],
  ["ENOTDIR: not a directory, open 'file/f'", 'readFile', 'file/f'],
  ["ENOTDIR: not a directory, scandir 'file'", 'readdir', 'file'],
  ["ENOTEMPTY: directory not empty, rmdir 'full'", 'rmdir', 'full'],
  ["ELOOP: too many symbolic links encountered, open 'loop'", 'readFile', 'loop'],
  [`ENAMETOOLONG: name too long, stat '${long}'`, 'stat', long],
];
const ofDescriptors = [
  ['EBADF: bad file descriptor, close', 'close', 999],
  ['EBADF: bad file descriptor, read', 'read', 999, Buffer.alloc(1), 0, 1, 0],
  ['EBADF: bad file descriptor, write', 'write', 999, Buffer.alloc(1), 0, 1, 0],
  ['EBADF: bad file descriptor, write', 'writev', 999, [Buffer.alloc(1)]],
  ['EBADF: bad file descriptor, fstat', 'fstat', 999],
  ['EBADF: bad file descriptor, fsync', 'fsync', 999],
  ['EBADF: bad file descriptor, ftruncate', 'ftruncate', 999, 1],
  ['EBADF: bad file descriptor, fchmod', 'fchmod', 999, 0o600],
];

function expected(message) {
  const [, code, syscall, path, dest] = /^(\w+): [^,]*, (\w+)(?: '([^']*)')?(?: -> '([^']*)')?$/.exec(message);
  const paths = dest === undefined ? path === undefined ? {} : { path } : { path, dest };
  return { errno: -os.constants.errno[code], code, syscall, ...paths, message };
}

async function check([message, name, ...args], withPromise) {
  const wanted = expected(message);
  assert.throws(() => fs[`${name}Sync`](...args), (error) => {
    assert.deepStrictEqual(shape(error), wanted);
    return true;
  });
  const called = await new Promise((resolve) => fs[name](...args, (...outcome) => resolve(outcome)));
  assert.strictEqual(called.length, args[0] === 999 && /^(read|write)/.test(name) ? 3 : 1, name);
  assert.deepStrictEqual(shape(called[0]), wanted, name);
  assert(called[0] instanceof Error && called[0].stack.startsWith(`Error: ${wanted.message}`), name);
  if (!withPromise) return;
  const rejected = await fs.promises[name](...args).then(() => assert.fail(name), (error) => error);
  assert.deepStrictEqual(shape(rejected), wanted, name);
}

async function streams() {
  const writer = fs.createWriteStream('/dev/full');
  writer.write('x');
  const error = await new Promise((resolve) => writer.on('error', resolve));
  assert.strictEqual(error.code, 'ENOSPC');
  await new Promise((resolve) => (writer.closed ? resolve() : writer.on('close', resolve)));
  assert.strictEqual(writer.fd, null);
  const reader = fs.createReadStream('full').resume();
  assert.strictEqual((await new Promise((resolve) => reader.on('error', resolve))).code, 'EISDIR');
  await new Promise((resolve) => (reader.closed ? resolve() : reader.on('close', resolve)));
}

async function handles() {
  const handle = await fs.promises.open('/dev/full', 'r+');
  await assert.rejects(handle.write('x'), { code: 'ENOSPC', syscall: 'write' });
  await assert.rejects(handle.writeFile('x'), { code: 'ENOSPC', syscall: 'write' });
  await handle.close();
  await assert.rejects(handle.stat(), { code: 'EBADF', syscall: 'fstat' });
}

// Less than was asked for is no failure.
async function parts() {
  const fd = fs.openSync('file', 'r');
  const views = [Buffer.alloc(3), Buffer.alloc(0), Buffer.alloc(3)];
  assert.strictEqual(fs.readvSync(fd, views, 0), 4);
  assert.strictEqual(Buffer.concat(views).toString('latin1'), 'text\0\0');
  const read = (...args) => new Promise((resolve) => fs.read(fd, ...args, (...outcome) => resolve(outcome)));
  const [failure, count, buffer] = await read(Buffer.alloc(9), 2, 7, 1);
  assert.deepStrictEqual([failure, count, buffer.toString('latin1')], [null, 3, '\0\0ext\0\0\0\0']);
  assert.deepStrictEqual((await read(Buffer.alloc(9), 0, 9, 4)).slice(0, 2), [null, 0]);
  fs.closeSync(fd);
  const many = Array.from({ length: 3000 }, (_, i) => Buffer.from([i & 255]));
  const handle = await fs.promises.open('many', 'w+');
  assert.strictEqual((await handle.writev(many)).bytesWritten, 3000);
  const back = Array.from({ length: 3001 }, () => Buffer.alloc(1));
  assert.strictEqual((await handle.readv(back, 0)).bytesRead, 3000);
  assert(Buffer.concat(back.slice(0, 3000)).equals(Buffer.concat(many)));
  await handle.close();
  assert(fs.readFileSync('/proc/self/stat').length > 10); // its size is 0
  assert((await fs.promises.readFile('/proc/self/stat', 'latin1')).length > 10);
}

const open = () => fs.readdirSync('/proc/self/fd').length;

async function main() {
  await fs.promises.stat('file');
  const atFirst = open();
  for (const failure of failures) await check(failure, true);
  for (const failure of ofDescriptors) await check(failure, false);
  await Promise.all(failures.map((failure) => check(failure, true)));
  await streams();
  await handles();
  await parts();
  assert.strictEqual(open(), atFirst);
  done = true;
}
main();
