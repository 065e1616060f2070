// An error of _final reaches the callback of end(), with and without writes before, at once and later.
const { Writable } = require('stream');
for (const writes of [0, 1]) {
  for (const late of [false, true]) {
    const stream = new Writable({
      write(chunk, encoding, done) { done(); },
      final(done) {
        const error = new Error(`${writes} ${late}`);
        if (late) setImmediate(done, error);
        else done(error);
      },
    });
    stream.on('error', (error) => console.log('error', error.message));
    if (writes) stream.write('x');
    stream.end((error) => console.log('end', error.message));
  }
}
// expect: end 0 false
// expect: error 0 false
// expect: end 1 false
// expect: error 1 false
// expect: end 0 true
// expect: error 0 true
// expect: end 1 true
// expect: error 1 true
