// D1, D2: callbacks get exactly the arguments that were given, as often as they are called, and the handle as `this`.
'use strict';
const log = [];
for (const [name, set, clear] of [
  ['timeout', (f, ...rest) => setTimeout(f, 1, ...rest), clearTimeout],
  ['immediate', setImmediate, clearImmediate],
  ['interval', (f, ...rest) => setInterval(f, 1, ...rest), clearInterval],
]) {
  for (const count of [0, 1, 2, 3, 4, 17, 300]) {
    const given = Array.from({ length: count }, (_, i) => i % 3 ? i : undefined);
    let calls = 0;
    const handle = set(function () {
      calls++;
      if (this !== handle) throw new Error(`${name} with ${count}: this is not the handle`);
      if (arguments.length !== count) throw new Error(`${name}: ${arguments.length} arguments of ${count}`);
      for (let i = 0; i < count; i++) {
        if (!(i in arguments) || arguments[i] !== given[i]) throw new Error(`${name}: argument ${i} of ${count}`);
      }
      arguments[0] = 'changed'; // must not be seen by the next call
      if (name !== 'interval' || calls === 3) clear(handle);
      if (name !== 'interval' || calls === 3) log.push(`${name} ${count} ${calls}`);
    }, ...given);
  }
}
// What is changed after the call was made is not seen.
const list = [1, 2];
setTimeout((...seen) => log.push(`spread ${seen}`), 1, ...list);
list.push(3);

process.on('exit', () => {
  const wanted = [0, 1, 2, 3, 4, 17, 300].flatMap((n) => [`timeout ${n} 1`, `immediate ${n} 1`, `interval ${n} 3`]);
  wanted.push('spread 1,2');
  if (log.sort().join('\n') !== wanted.sort().join('\n')) throw new Error(`got ${log.join('; ')}`);
});
