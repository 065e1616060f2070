// fs: callbacks and promises.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const fs = require('fs'), os = require('os'), path = require('path');
const promises = require('fs/promises');
const before = process.cwd();
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'fs-async-')));
process.chdir(folder);
let done = false;
process.on('exit', () => {
  process.chdir(before);
  fs.rmSync(folder, { recursive: true });
  if (!done) throw new Error('did not come to its end');
});
same(fs.promises === promises, true, 'fs.promises');

// A callback is called later, with null or the error first.
let during = true;
const call = (run) => new Promise((resolve) => {
  run((...args) => {
    if (during) throw new Error('called at once');
    resolve(args);
  });
});
const reason = (promise) => promise.then(() => { throw new Error('not rejected'); }, (error) => error);

async function callbacks() {
  const calls = [];
  const start = (...args) => calls.push(call(...args));
  start((cb) => fs.writeFile('f', 'text', cb));
  start((cb) => fs.stat('nope', cb));
  start((cb) => fs.exists('nope', cb));
  start((cb) => fs.mkdir('k/l', { recursive: true }, cb));
  start((cb) => fs.rename('nope', 'n', cb));
  during = false;
  const [written, missing, exists, made, moved] = await Promise.all(calls);
  same([written, exists, made, missing.length, missing[0].message], [[null], [false], [null, 'k'], 1, "ENOENT: no such file or directory, stat 'nope'"], 'callbacks');
  same({ ...moved[0] }, { errno: -2, code: 'ENOENT', syscall: 'rename', path: 'nope', dest: 'n' }, 'errors');
  same((await call((cb) => fs.readFile('f', 'utf8', cb)))[1], 'text', 'readFile');
  same((await call((cb) => fs.readFile('f', cb)))[1].toString(), 'text', 'readFile without encoding');
  same((await call((cb) => fs.readdir('.', cb)))[1], ['f', 'k'], 'readdir');
  same((await call((cb) => fs.realpath('f', cb)))[1], `${folder}/f`, 'realpath');
  const [, fd] = await call((cb) => fs.open('f', 'r+', cb));
  const buffer = Buffer.alloc(4);
  const [, count, given] = await call((cb) => fs.read(fd, buffer, 0, 2, 1, cb));
  same([count, given === buffer, buffer.toString('latin1', 0, 2)], [2, true, 'ex'], 'read');
  same((await call((cb) => fs.write(fd, 'T', 0, cb))).slice(1), [1, 'T'], 'write');
  same((await call((cb) => fs.fstat(fd, cb)))[1].size, 4, 'fstat');
  same(await call((cb) => fs.close(fd, cb)), [null], 'close');
  for (const run of [() => fs.readFile('f'), () => fs.stat('f', undefined), () => fs.readFile(5.5, () => {})]) {
    let error;
    try { run(); } catch (e) { error = e; }
    same(error?.code, 'ERR_INVALID_ARG_TYPE', 'wrong arguments are thrown');
  }
}

async function promised() {
  await promises.writeFile('f', 'text');
  await promises.appendFile('f', '!');
  await promises.writeFile('parts', (function* () { yield 'a'; yield Buffer.from('b'); })());
  same([await promises.readFile('f', 'utf8'), await promises.readFile('parts', 'utf8'), (await promises.readFile('f')).length, (await promises.stat('f')).isFile(), await promises.access('f')], ['text!', 'ab', 5, true, undefined], 'files');
  same({ ...(await reason(promises.readFile('nope'))) }, { errno: -2, code: 'ENOENT', syscall: 'open', path: 'nope' }, 'errors');
  same([(await reason(promises.readFile(5))).code, (await reason(promises.writeFile('f', 5))).code], ['ERR_INVALID_ARG_TYPE', 'ERR_INVALID_ARG_TYPE'], 'wrong arguments reject');
  same([await promises.mkdir('a/b', { recursive: true }), await promises.readdir('a'), await promises.rm('a', { recursive: true }), fs.existsSync('a')], ['a', ['b'], undefined, false], 'folders');
  const handle = await promises.open('h', 'w+');
  const { bytesWritten, buffer } = await handle.write('héllo');
  same([bytesWritten, buffer, (await handle.stat()).size, (await handle.read(Buffer.alloc(3), 0, 3, 1)).bytesRead, await handle.truncate(2), typeof handle.fd], [6, 'héllo', 6, 3, undefined, 'number'], 'FileHandle');
  await handle.close();
  same([handle.fd, (await reason(handle.stat())).code, fs.statSync('h').size], [-1, 'EBADF', 2], 'closed');
  const names = [];
  for await (const entry of await promises.opendir('.')) names.push(entry.name);
  same(names.sort(), ['f', 'h', 'k', 'parts'], 'opendir');
  const aborted = await reason(promises.readFile('f', { signal: AbortSignal.abort() }));
  same([aborted.name, aborted.code], ['AbortError', 'ABORT_ERR'], 'signal');
  const { promisify } = require('util');
  if (promisify) {
    const fd = fs.openSync('f');
    const result = await promisify(fs.read)(fd, Buffer.alloc(9), 0, 9, 0);
    fs.closeSync(fd);
    same([result.bytesRead, result.buffer.toString('utf8', 0, 5), await promisify(fs.exists)('f')], [5, 'text!', true], 'promisify');
  }
}
callbacks().then(promised).then(() => { done = true; });
