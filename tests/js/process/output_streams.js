// process.stdout is an emitter that becomes a stream when somebody loads them, in one order with console.
const out = process.stdout;
out.write('light, '); // expect: light, console
console.log('console');
const heard = [];
out.on('finish', () => heard.push('finish')).on('close', () => heard.push('close')).on('drain', () => heard.push('drain'));
const { PassThrough, Readable, Writable, Stream, pipeline } = require('stream');
const tty = require('tty');
console.log(out instanceof Writable, process.stderr instanceof Stream, out.writable, out.writableLength); // expect: true true true 0
console.log(tty.WriteStream.prototype instanceof Writable, out.cork(), out.writableCorked); // expect: true undefined 0
out.write('a');
console.log('b'); // expect: ab
try { out.write(1); } catch (error) { console.log(error.code); } // expect: ERR_INVALID_ARG_TYPE
Readable.from(['pi', 'pe', '\n']).pipe(out, { end: false }); // expect: pipe
new PassThrough().end('text\n').pipe(out); // expect: text
setTimeout(() => {
  pipeline(Readable.from(['pipe', 'line\n']), out, (error) => { // expect: pipeline
    console.log(error, out.write('on\n'), heard.join()); // expect: on
    // expect: undefined true finish,close
    out.end('end\n', () => console.log('goes on')); // expect: end
    // expect: goes on
  });
}, 5);
