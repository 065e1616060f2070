// C3: the receiver of a hook is context.self; `type` is set before, and restored after it, also when it fails.
const assert = require('assert');
const { collect, hooks, runHook } = require('vm:hooks');

(async () => {
  const seen = [];
  function note(context) {
    seen.push([this, context.type]);
  }
  const object = { async method() { seen.push([this, 'method']); } };
  hooks(object, { method: [collect({ before: [note, note], after: [note] })] });
  await object.method();
  assert.deepStrictEqual(seen.map(([self, type]) => [self === object, type]),
    [[true, 'before'], [true, 'before'], [true, 'method'], [true, 'after']]);

  // A hook may change who the next one's receiver is.
  seen.length = 0;
  await hooks(async () => {}, [collect({ before: [(context) => void (context.self = object), note] })])();
  assert.strictEqual(seen[0][0], object);

  const failing = {
    'a throw': () => { throw new Error('x'); },
    'a rejection': async () => { await null; throw new Error('x'); },
    'a throwing thenable': () => ({ then() { throw new Error('x'); } }),
    'a throwing getter': () => ({ get then() { throw new Error('x'); } }),
    'a failed merge': () => ({ get merged() { throw new Error('x'); } }),
  };
  for (const type of ['outer', undefined]) {
    for (const [name, hook] of Object.entries(failing)) {
      const context = { type };
      await assert.rejects(runHook(hook, context, 'before'), { message: 'x' }, name);
      assert.strictEqual(context.type, type, name);
      await assert.rejects(collect({ before: [() => {}, hook] })(context, async () => {}), { message: 'x' }, name);
      assert.strictEqual(context.type, type, name);
      await assert.rejects(collect({ after: [() => {}, hook] })(context, async () => {}), { message: 'x' }, name);
      assert.strictEqual(context.type, type, name);
    }
  }

  // While a promise is waited for, the type is that of its hook; next() sees the one from before.
  const context = { type: 'outer' };
  let open;
  const gate = new Promise((resolve) => { open = resolve; });
  const done = collect({ before: [() => gate] })(context, async () => void seen.push(context.type));
  assert.strictEqual(context.type, 'before');
  open();
  await done;
  assert.deepStrictEqual([seen.at(-1), context.type], ['outer', 'outer']);

  // Without a type nothing is set.
  const plain = {};
  await runHook((c) => void (c.type = 'mine'), plain);
  assert.deepStrictEqual(plain, { type: 'mine' });
})();
