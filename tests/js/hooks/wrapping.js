// Functions, objects and classes with hooks: what the wrapper has, whose middleware runs, and in which order.
const assert = require('assert');
const { HOOKS, HookManager, functionHooks, getManager, getMiddleware, getOriginal, hooks, middleware, objectHooks,
  setManager, setMiddleware } = require('vm:hooks');

const adds = (text) => async (context, next) => {
  context.arguments[0] += ` ${text}`;
  await next();
  context.result += ` ${text}`;
};

(async () => {
  // The wrapper has the name, length and enumerable properties of its original.
  async function hello(name, greeting = 'Hello') { return `${greeting} ${name}`; }
  const symbol = Symbol('s');
  hello.extra = 1;
  hello[symbol] = 2;
  Object.defineProperty(hello, 'hidden', { value: 3 });
  const first = hooks(hello, [adds('1')]);
  assert.deepStrictEqual([first.name, first.length, first.extra, first[symbol], first.hidden], ['hello', 1, 1, 2, undefined]);
  assert.ok(first.original === hello && getOriginal(first) === hello && getOriginal(hello) === hello);
  assert.ok(first[HOOKS] instanceof HookManager && first[HOOKS] === getManager(first));
  assert.strictEqual(await first('Dave'), 'Hello Dave 1 1');
  assert.strictEqual(await first.original('Dave'), 'Hello Dave');

  // A wrapper that is wrapped runs its middleware once, in front of the new one.
  const second = hooks(first, middleware([adds('2')]));
  assert.strictEqual(second.original, hello);
  assert.strictEqual(getManager(second)._parent, getManager(first));
  assert.strictEqual(getMiddleware(second).length, 2);
  assert.strictEqual(await second('Dave'), 'Hello Dave 1 2 2 1');

  // A list is read at each call.
  const list = [];
  const open = hooks(hello, [...list, adds('x')]);
  getMiddleware(open).push(adds('y'));
  assert.strictEqual(await open('Dave'), 'Hello Dave x y y x');

  // Middleware of an object and its prototypes comes before that of the method.
  const base = { greeting: 'Hi' };
  const object = Object.create(base);
  setMiddleware(base, [adds('base')]);
  assert.strictEqual(hooks(object, [adds('object')]), object);
  object.say = async function (name) { return `${this.greeting} ${name}`; };
  assert.strictEqual(hooks(object, { say: [adds('method')] }), object);
  assert.strictEqual(await object.say('D'), 'Hi D base object method method object base');

  // Classes: the methods of the prototype, inherited ones, and those of the class itself when it has them.
  class Base {
    static make() { return 'made'; }
    say(name) { return `Hi ${name}`; }
  }
  class Derived extends Base {}
  hooks(Base, { say: [adds('Base')], make: [async (context, next) => { await next(); context.result += '!'; }] });
  hooks(Derived, { say: [adds('Derived')] });
  assert.strictEqual(await new Derived().say('D'), 'Hi D Base Derived Derived Base');
  assert.strictEqual(await new Base().say('D'), 'Hi D Base Base');
  assert.strictEqual(await Base.make(), 'made!');
  assert.strictEqual(Object.keys(Base.prototype).length, 0);

  // Receivers, and calls that need no context.
  const bare = { async me(...args) { return [this, args.length]; } };
  hooks(bare, { me: [] });
  assert.deepStrictEqual(await bare.me(1, 2), [bare, 2]);
  assert.strictEqual(await hooks(() => ({ then: (resolve) => resolve('thenable') }))(), 'thenable');
  setMiddleware(bare, [async (context) => { context.result = 'from the object'; }]);
  assert.strictEqual(await bare.me(), 'from the object');

  // Subclasses of HookManager are asked at each call, with and without middleware.
  const asked = [];
  class Manager extends HookManager {
    collectMiddleware(self, args) {
      asked.push(args[0]);
      return super.collectMiddleware(self, args);
    }
  }
  await functionHooks(hello, new Manager())('subclass');
  assert.deepStrictEqual(asked, ['subclass']);

  // The same manager set twice is not its own parent.
  const manager = middleware([adds('m')]);
  setManager(object, manager);
  setManager(object, manager);
  assert.strictEqual(getMiddleware(object).length, 3);
  assert.deepStrictEqual([getManager(undefined), getManager(5), getManager({}), getMiddleware({})], [null, null, null, null]);
  assert.throws(() => objectHooks(Object.freeze({ a() {} }), { a: [] }), TypeError);
})();
