// Contexts: parameters, properties, defaults, results, and contexts of the caller's own.
const assert = require('assert');
const { BaseHookContext, HookManager, hooks, middleware } = require('vm:hooks');

const through = async (context, next) => next();
const manager = () => new HookManager();

(async () => {
  const all = async (...args) => args;

  // Parameters read and write arguments.
  const named = hooks(all, middleware([async (context, next) => {
    assert.strictEqual(context.name, 'Dave');
    context.name = 'Changed';
    context.arguments.push('more');
    await next();
  }]).params('name', 'age'));
  assert.deepStrictEqual(await named('Dave'), ['Changed', 'more']);
  const replaced = hooks(all, middleware([async (context, next) => {
    context.arguments = ['new'];
    await next();
  }]).params('x'));
  assert.deepStrictEqual(await replaced('old'), ['new']);

  // The original is skipped when there is an own result, undefined included.
  const never = () => { throw new Error('called'); };
  for (const result of [1, undefined]) {
    assert.strictEqual(await hooks(never, [async (context, next) => { context.result = result; await next(); }])(), result);
  }
  const deletes = async (context, next) => { delete context.result; await next(); };
  assert.deepStrictEqual(await hooks(all, [async (c, next) => { c.result = 1; await next(); }, deletes])('called'), ['called']);
  assert.strictEqual(await hooks(async () => 'own', middleware([through]).props({ result: 'inherited' }))(), 'own');

  // A context as the last argument is used, and given back.
  const fn = hooks(all, middleware([async (context, next) => { context.seen = context.message; await next(); }])
    .params('name').props({ dev: true }));
  const mine = fn.createContext({ message: 'm' });
  const back = await fn('Dave', {}, mine);
  assert.strictEqual(back, mine);
  assert.ok(back instanceof fn.Context && back instanceof BaseHookContext);
  assert.deepStrictEqual(Object.keys(back), ['self', 'message', 'arguments', 'seen', 'result']);
  assert.deepStrictEqual(back.toJSON(),
    { self: undefined, message: 'm', arguments: ['Dave', {}], seen: 'm', result: ['Dave', {}], name: 'Dave', dev: true });
  assert.deepStrictEqual(Object.keys(JSON.parse(JSON.stringify(back))), ['message', 'arguments', 'seen', 'result', 'name', 'dev']);
  const plain = hooks(all, []);
  assert.strictEqual((await plain(1, plain.createContext())).result[0], 1); // also without middleware
  assert.strictEqual((await plain(fn.createContext())).length, 1); // of another function: an argument

  // All contexts of a function have one shape: properties in one order.
  const keys = new Set();
  const shaped = hooks(all, [async (context, next) => { await next(); keys.add(Object.keys(context).join()); }]);
  await shaped(1);
  await shaped.call({}, 2, 3);
  assert.deepStrictEqual([...keys], ['self,arguments,result']);

  // Methods: contexts know the name and the receiver.
  const object = { all };
  hooks(object, { all: [async (context, next) => {
    assert.deepStrictEqual([context.method, context.self], ['all', object]);
    await next();
  }] });
  assert.deepStrictEqual(await object.all(1), [1]);
  assert.strictEqual(object.all.createContext().method, 'all');

  // Defaults fill what is undefined, of parameters too; those of a parent come first.
  const order = [];
  const parent = hooks(all, middleware([]).params('a', 'b').defaults((self, args, context) => {
    order.push(['parent', args.length, context instanceof BaseHookContext]);
    return { b: 2, from: 'parent' };
  }));
  const child = hooks(parent, middleware([async (context, next) => {
    assert.deepStrictEqual([context.a, context.b, context.from, context.more], [1, 2, 'parent', true]);
    await next();
  }]).defaults(() => ({ b: 3, from: 'child', more: true })));
  assert.deepStrictEqual(await child(1), [1, 2]);
  assert.deepStrictEqual(order[0], ['parent', 1, true]);
  assert.deepStrictEqual(await hooks(all, middleware([]).params('a').defaults(() => ({ a: 5 })))(), [5]);

  // Managers.
  const [a, b] = [() => {}, () => {}];
  const m = manager();
  for (const same of [m.parent(null), m.middleware([]), m.props({}), m.params(), m.defaults(undefined)]) assert.strictEqual(same, m);
  assert.deepStrictEqual([manager().getMiddleware(), manager().getProps(), manager().getParams(), manager().getDefaults()],
    [null, null, null, null]);
  const older = manager().middleware([a]).params('x').props({ p: 1 }).defaults(() => ({ d: 1, e: 1 }));
  const younger = manager().parent(older).middleware([b]).params('y').props({ q: 2 }).defaults(() => ({ d: 2 }));
  assert.deepStrictEqual(younger.getMiddleware(), [a, b]);
  assert.deepStrictEqual(younger.getParams(), ['x', 'y']);
  assert.deepStrictEqual(younger.getProps(), { q: 2, p: 1 });
  assert.deepStrictEqual(younger.getDefaults(), { d: 2, e: 1 });
  assert.deepStrictEqual(manager().props({ a: 1 }).props({ b: 2 }).getProps(), { a: 1, b: 2 });
  assert.deepStrictEqual(manager().params('a').params('b').getParams(), ['b']);
  assert.notStrictEqual(older.collectMiddleware(null, []), older.getMiddleware());

  const byOptions = middleware([a], { params: ['x'], props: { get five() { return 5; } }, defaults: () => ({ y: 1 }) });
  assert.deepStrictEqual([byOptions.getParams(), byOptions.getDefaults()], [['x'], { y: 1 }]);
  class Base extends BaseHookContext {
    method() { return this.x + this.five; }
  }
  const Context = byOptions.getContextClass(Base);
  assert.strictEqual(new Context({ arguments: [1] }).method(), 6);
  assert.throws(() => hooks(all, middleware([]).params('name').props({ name: 1 })),
    { message: "Hooks can not have a property and param named 'name'. Use .defaults instead." });
})();
