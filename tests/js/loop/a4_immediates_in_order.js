// A4: immediates get their arguments, run in the order of their start, and nested ones in the next turn.
const log = [];
for (let i = 0; i < 3; i++) {
  setImmediate((a, ...rest) => {
    log.push(`${i}:${a}:${rest.length}`);
    setImmediate(() => {
      log.push(`nested ${i}`);
      setImmediate(() => log.push(`deep ${i}`));
    });
  }, i * 2, ...Array(i));
}
setImmediate(function() { log.push(arguments.length, typeof this); });
process.on('exit', () => console.log(log.join()));
// expect: 0:0:0,1:2:1,2:4:2,0,object,nested 0,nested 1,nested 2,deep 0,deep 1,deep 2
