// fs: what is under way on other threads while script goes on.
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');
const fs = require('fs'), os = require('os'), path = require('path');
const before = process.cwd();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fs-threads-'));
process.chdir(folder);
let ends = 0;
process.on('exit', () => {
  process.chdir(before);
  fs.rmSync(folder, { recursive: true });
  assert.strictEqual(ends, 6, 'all came to their end');
});
const { promises } = fs;
const end = () => { ends++; };

// Nothing else keeps the program alive; callbacks come in later turns, and have the async context of the call.
const storage = new AsyncLocalStorage();
let later = false;
storage.run('here', () => {
  fs.writeFile('alive', 'x', (error) => {
    assert.strictEqual(error, null);
    assert.strictEqual(storage.getStore(), 'here');
    assert(later);
    end();
  });
});
later = true;

// Operations of one handle keep their order, and closing waits for them.
async function order() {
  const handle = await promises.open('order', 'w+');
  const parts = Array.from({ length: 100 }, (_, i) => `${i},`);
  const writes = parts.map((part, i) => (i % 3 ? handle.write(part) : handle.appendFile(part)));
  const size = handle.stat();
  const closed = handle.close();
  assert.strictEqual(handle.fd, -1);
  await closed;
  await Promise.all(writes);
  assert.strictEqual((await size).size, parts.join('').length);
  assert.strictEqual(await promises.readFile('order', 'utf8'), parts.join(''));
  const reader = await promises.open('order');
  const buffers = await Promise.all(Array.from({ length: 9 }, () => reader.read(Buffer.alloc(7), 0, 7)));
  assert.strictEqual(buffers.map(({ buffer }) => buffer.toString()).join(''), parts.join('').slice(0, 63));
  const [first, second] = await Promise.all([reader.read(Buffer.alloc(2), 0, 2, 2), reader.read(Buffer.alloc(2), 0, 2, 0n)]);
  assert.deepStrictEqual([first.buffer.toString(), second.buffer.toString()], ['1,', '0,']);
  const failed = assert.rejects(reader.write('x'), { code: 'EBADF' });
  assert.strictEqual((await reader.read(Buffer.alloc(2), 0, 2)).bytesRead, 2);
  await failed;
  await reader.close();
  await reader.close();
}
order().then(end);

// Streams write in order, more than one write at a time included.
async function streams() {
  const text = Array.from({ length: 20000 }, (_, i) => `line ${i}\n`);
  const writer = fs.createWriteStream('lines');
  for (const line of text) writer.write(line);
  await new Promise((resolve) => writer.end(resolve));
  const parts = [];
  for await (const part of fs.createReadStream('lines', { highWaterMark: 5000 })) parts.push(part);
  assert.strictEqual(Buffer.concat(parts).toString(), text.join(''));
}
streams().then(end);

// A buffer may go while it is read or written.
async function buffers() {
  fs.writeFileSync('bytes', Buffer.alloc(1 << 16, 'b'));
  const fd = fs.openSync('bytes', 'r+');
  const calls = [];
  const call = (name, ...args) => {
    calls.push(new Promise((resolve) => fs[name](fd, ...args, (error, count) => resolve([error, count]))));
  };
  for (let i = 0; i < 20; i++) {
    const moved = new Uint8Array(1 << 16);
    call('read', moved, 0, moved.length, 0);
    const kept = moved.buffer.transfer();
    assert.strictEqual(moved.length, 0);
    assert.strictEqual(kept.byteLength, 1 << 16);
    call('writev', [new Uint8Array(structuredClone(kept, { transfer: [kept] })).fill(98)], 0);
    call('read', new Uint8Array(1 << 16), 0, 1 << 16, 0); // which nobody keeps
    const shrinking = new ArrayBuffer(1 << 16, { maxByteLength: 1 << 17 });
    call('read', new Uint8Array(shrinking), 0, 1 << 16, 0);
    shrinking.resize(0);
    globalThis.gc?.();
  }
  for (const [error, count] of await Promise.all(calls)) {
    assert(error === null || error.code === 'EFAULT', error);
    if (error === null) assert(count > 0); // a part, when the buffer shrank
  }
  fs.closeSync(fd);
  assert(fs.readFileSync('bytes').equals(Buffer.alloc(1 << 16, 'b')));
}
buffers().then(end);

// A signal: before, while it is under way, and too late.
async function signals() {
  fs.writeFileSync('content', 'content');
  const reason = new Error('enough');
  const aborted = { name: 'AbortError', code: 'ABORT_ERR', cause: reason };
  await assert.rejects(promises.readFile('content', { signal: AbortSignal.abort(reason) }), aborted);
  for (const act of [(signal) => promises.readFile('content', { signal }),
                     (signal) => promises.writeFile('other', 'x', { signal }),
                     (signal) => new Promise((resolve, reject) => {
                       fs.readFile('content', { signal }, (error, data) => (error ? reject(error) : resolve(data)));
                     })]) {
    const controller = new AbortController();
    const result = act(controller.signal);
    controller.abort(reason);
    await assert.rejects(result, aborted);
  }
  const controller = new AbortController();
  assert.strictEqual(await promises.readFile('content', { signal: controller.signal, encoding: 'utf8' }), 'content');
  controller.abort();
  const during = new AbortController();
  async function* parts() {
    yield 'a';
    during.abort(reason);
    yield 'b';
    assert.fail('nobody asks for more');
  }
  await assert.rejects(promises.writeFile('other', parts(), { signal: during.signal }), aborted);
  assert.throws(() => fs.readFile('content', { signal: 5 }, () => {}), { code: 'ERR_INVALID_ARG_TYPE' });
}
signals().then(end);

// Many at once, of more kinds than there are threads.
async function many() {
  await promises.mkdir('many/of/them', { recursive: true });
  await Promise.all(Array.from({ length: 200 }, async (_, i) => {
    const file = `many/of/them/${i}`;
    await promises.writeFile(file, `${i}`);
    assert.strictEqual((await promises.stat(file)).size, `${i}`.length);
    await promises.rename(file, `many/${i}`);
    assert.strictEqual(await promises.readFile(`many/${i}`, 'latin1'), `${i}`);
  }));
  assert.strictEqual((await promises.readdir('many', { recursive: true })).length, 202);
  await promises.cp('many', 'copy', { recursive: true, filter: async (from) => !from.endsWith('7') });
  assert.strictEqual((await promises.readdir('copy')).length, 181);
  await promises.rm('many', { recursive: true });
  await assert.rejects(promises.access('many'), { code: 'ENOENT' });
}
many().then(end);
