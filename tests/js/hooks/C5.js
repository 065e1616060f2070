// C5: the cursor belongs to one call: calls that overlap do not disturb each other.
const assert = require('assert');
const { collect, compose, hooks } = require('vm:hooks');

const pause = (turns) => new Promise((resolve) => {
  const go = () => (turns-- > 0 ? setImmediate(go) : resolve());
  go();
});

(async () => {
  const logs = [];
  const step = (name) => async (context) => {
    const [call, turns] = context.arguments;
    logs[call].push(name);
    await pause(turns);
  };
  const sync = (name) => (context) => void logs[context.arguments[0]].push(name);
  const around = async (context, next) => {
    logs[context.arguments[0]].push('in');
    await next();
    logs[context.arguments[0]].push('out');
  };
  const fn = hooks(async (call) => call, [
    collect({ before: [step('b1'), sync('b2'), step('b3')], after: [step('a1'), sync('a2')] }),
    compose([around, collect({ before: [step('b4')], after: [step('a3')] })]),
  ]);
  const calls = Array.from({ length: 20 }, (_, i) => {
    logs[i] = [];
    return fn(i, (i * 7) % 5);
  });
  assert.deepStrictEqual(await Promise.all(calls), calls.map((_, i) => i));
  for (const log of logs) assert.strictEqual(log.join(' '), 'b1 b2 b3 in b4 a3 out a1 a2');

  // The same composed list, entered again from inside of itself.
  const inner = compose([async (context, next) => {
    context.push(context.length);
    if (context.length < 5) await inner(context, async () => context.push('end'));
    await next();
  }]);
  const trail = [];
  await inner(trail, async () => trail.push('outer end'));
  assert.deepStrictEqual(trail, [0, 1, 2, 3, 4, 'end', 'end', 'end', 'end', 'outer end']);
})();
