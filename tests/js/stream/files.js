// Files as streams: ranges, encodings, positions, errors, closing, options.fs, file handles, and 100 MB through a chain.
const fs = require('fs');
const path = require('path');
const { Transform, finished } = require('stream');
const { pipeline } = require('stream/promises');
const folder = fs.mkdtempSync(path.join(require('os').tmpdir(), 'streams-'));
const file = path.join(folder, 'file');

(async () => {
  fs.writeFileSync(file, 'héllo wörld');
  const text = async (options) => {
    let all = '';
    for await (const chunk of fs.createReadStream(file, options)) all += chunk;
    return all;
  };
  console.log(await text('utf8'), await text({ encoding: 'utf8', highWaterMark: 1 })); // expect: héllo wörld héllo wörld
  console.log(await text({ start: 3, end: 5 }), await text({ start: 100 }) === ''); // expect: llo true
  for (const options of [{ start: 5, end: 2 }, { start: 'a' }, { fd: 'x' }, 7]) {
    try { fs.createReadStream(file, options); } catch (error) { console.log(error.code); }
  }
  // expect: ERR_OUT_OF_RANGE
  // expect: ERR_INVALID_ARG_TYPE
  // expect: ERR_INVALID_ARG_TYPE
  // expect: ERR_INVALID_ARG_TYPE

  const events = [];
  const writer = fs.createWriteStream(file, { flags: 'r+', start: 1 });
  for (const name of ['open', 'ready', 'finish', 'close']) writer.on(name, () => events.push(name));
  console.log(writer.pending, writer.write('A'), writer.write('BC')); // expect: true true true
  await new Promise((resolve) => writer.end('D', 'latin1').on('close', resolve));
  console.log(events.join(), writer.bytesWritten, writer.fd, await text('latin1')); // expect: open,ready,finish,close 4 null hABCDo wÃ¶rld

  const missing = fs.createReadStream(path.join(folder, 'missing'));
  finished(missing, (error) => console.log(error.code, missing.closed)); // expect: ENOENT true
  await new Promise((resolve) => missing.on('close', resolve));
  const kept = fs.createReadStream(file, { autoClose: false, end: 0 }).resume();
  await new Promise((resolve) => kept.on('end', resolve));
  console.log(fs.fstatSync(kept.fd).isFile(), kept.destroyed); // expect: true false
  await new Promise((resolve) => kept.close(resolve));
  console.log(kept.fd); // expect: null

  let calls = 0;
  const own = { open: fs.open, close: fs.close, read(...args) { calls++; fs.read(...args); } };
  await text({ fs: own, highWaterMark: 4 });
  console.log(calls); // expect: 5
  const handle = await fs.promises.open(file);
  let length = 0;
  for await (const chunk of handle.createReadStream()) length += chunk.length;
  console.log(length, handle.fd); // expect: 13 -1

  // 100 MB: every byte arrives, in order.
  const MB = 1 << 20;
  const block = Buffer.alloc(MB);
  for (let i = 0; i < MB; i++) block[i] = i * 7 + (i >> 8);
  const large = path.join(folder, 'large');
  await pipeline(async function* () { for (let i = 0; i < 100; i++) yield block; }, fs.createWriteStream(large));
  let at = 0;
  let sum = 0;
  const check = new Transform({
    transform(chunk, _, done) {
      for (let i = 0; i < chunk.length; i += 997) if (chunk[i] !== block[(at + i) % MB]) return done(new Error(`at ${at + i}`));
      at += chunk.length;
      done(null, chunk);
    },
  });
  const copy = path.join(folder, 'copy');
  await pipeline(fs.createReadStream(large), check, new Transform({ transform(chunk, _, done) { sum++; done(null, chunk); } }),
                 fs.createWriteStream(copy));
  console.log(at / MB, fs.statSync(copy).size / MB, sum >= 100); // expect: 100 100 true
  fs.rmSync(folder, { recursive: true });
})();
