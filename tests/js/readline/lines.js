// Lines of streams: how they end, iteration, questions, closing, sequences for terminals, keys.
const readline = require('readline');
const promises = require('readline/promises');
const { PassThrough, Readable } = require('stream');
const { once } = require('events');

(async () => {
  const lines = async (...chunks) => {
    const list = [];
    for await (const line of readline.createInterface({ input: Readable.from(chunks, { objectMode: false }) })) list.push(line);
    return JSON.stringify(list);
  };
  console.log(await lines('a\nb\r', '\nc\rd', 'e\u2028\n\nf')); // expect: ["a","b","c","de","","","f"]
  const euro = Buffer.from('1 €\n');
  console.log(await lines(euro.subarray(0, 3), euro.subarray(3)), await lines()); // expect: ["1 €"] []
  console.log(await lines('x\n'.repeat(5000)).then((text) => JSON.parse(text).length)); // expect: 5000

  const input = new PassThrough();
  const output = new PassThrough({ encoding: 'utf8' });
  const rl = promises.createInterface({ input, output, prompt: '$ ' });
  rl.prompt();
  const answer = rl.question('name? ');
  const line = once(rl, 'line');
  input.write('someone\nline\n');
  console.log(await answer, (await line)[0], JSON.stringify(output.read())); // expect: someone line "$ name? "
  const controller = new AbortController();
  const cancelled = rl.question('again? ', { signal: controller.signal });
  controller.abort();
  console.log((await cancelled.catch((error) => error)).name, rl.getPrompt().trim()); // expect: AbortError $
  rl.on('pause', () => console.log('pause')).on('close', () => console.log('close', input.listenerCount('data')));
  rl.close(); // expect: pause
  // expect: close 0
  try { await rl.question('?'); } catch (error) { console.log(error.code); } // expect: ERR_USE_AFTER_CLOSE

  const screen = new PassThrough({ encoding: 'utf8' });
  readline.cursorTo(screen, 1, 2);
  readline.moveCursor(screen, -3, 4);
  readline.clearLine(screen, 0);
  console.log(JSON.stringify(screen.read())); // expect: "\u001b[3;2H\u001b[3D\u001b[4B\u001b[2K"

  // Editing at a terminal.
  const keys = new PassThrough();
  const editor = readline.createInterface({ input: keys, output: new PassThrough().resume(), terminal: true });
  editor.on('line', (line) => console.log(JSON.stringify(line)));
  keys.write('hllo\x1b[D\x1b[D\x1b[De wörld😀\x7f!\r'); // expect: "he wörld!llo"
  keys.write('one two\x17three\x01>\x05<\r\x1b[A\x1b[A\r'); // expect: ">one three<"
  // expect: "he wörld!llo"
  editor.on('close', () => console.log('closed'));
  keys.write('\x04');
  // expect: closed
})();
