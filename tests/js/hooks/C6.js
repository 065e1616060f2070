// C6: order of two collections around an asynchronous middleware.
// expect: c1b1 c1b2 async-before c2b3 c2b4 method c2a3 c2a4 async-after c1a1 c1a2
// expect: c1b1 c1b2 async-before c2b3 c2b4 method c2a3 c2a4 async-after c1a1 c1a2
const { collect, hooks } = require('vm:hooks');

async function run(kind) {
  const log = [];
  const say = (text) => (kind === 'synchronous' ? () => void log.push(text) : async () => {
    await null;
    log.push(text);
  });
  const fn = hooks(async () => log.push('method'), [
    collect({ before: [say('c1b1'), say('c1b2')], after: [say('c1a1'), say('c1a2')] }),
    async (context, next) => {
      log.push('async-before');
      await next();
      log.push('async-after');
    },
    collect({ before: [say('c2b3'), say('c2b4')], after: [say('c2a3'), say('c2a4')] }),
  ]);
  await fn();
  console.log(log.join(' '));
}

(async () => {
  await run('synchronous');
  await run('asynchronous');
})();
