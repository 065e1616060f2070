// @feathersjs/hooks: functions, objects and classes with hooks, contexts, defaults, errors, sync and async order.
import { createRequire } from 'node:module';
import { hooks, middleware, collect, BaseHookContext, functionHooks, objectHooks, getManager, getOriginal, setManager, HookManager, HOOKS, compose } from '@feathersjs/hooks';

const commonjs = createRequire(import.meta.url)('@feathersjs/hooks');
console.log(Object.keys(commonjs).sort().join(), commonjs.HOOKS === HOOKS, commonjs.hooks === hooks);

const trace = (name, log) => async (context, next) => {
  log.push(`${name} >`);
  await next();
  log.push(`< ${name}`);
};
const log = [];

// Functions
const hello = hooks(async (name, options = {}) => {
  log.push(`hello ${name}`);
  return `Hello ${name}${options.mark ?? ''}`;
}, middleware([
  trace('outer', log),
  async (context, next) => {
    log.push(context.arguments.length, context.name, JSON.stringify(context.toJSON()));
    context.name = context.name.toUpperCase();
    await next();
    context.result += '?';
  },
]).params('name', 'options').props({ kind: 'greeting' }).defaults(() => ({ name: 'nobody', options: { mark: '!' } })));
console.log(await hello('dave'), await hello(), log);
const context = hello.createContext({ extra: 1 });
console.log(context instanceof BaseHookContext, context.kind, context.extra, context.method);
const returned = await hello('eve', { mark: '.' }, context);
console.log(returned === context, returned.result, returned.arguments, returned.name);
console.log(getManager(hello) instanceof HookManager, typeof getOriginal(hello), hello.original === getOriginal(hello), hello.params, hello.length, hello.name);

// Objects
const service = { base: 10, async get(id, params) { return { id, base: this.base, ...params }; }, async find() { throw new Error('broken'); } };
hooks(service, {
  get: middleware([async (context, next) => {
    await next();
    context.result.method = context.method;
    context.result.self = context.self === service;
  }]).params('id', 'params'),
  find: [async (context, next) => {
    try {
      await next();
    } catch (error) {
      context.result = `caught ${error.message}`;
    }
  }],
});
hooks(service, [async (context, next) => { service.base++; await next(); }]);
console.log(await service.get(1, { q: 2 }), await service.find());

// Classes and inheritance
class Animal {
  async speak(sound) { return `${this.constructor.name} says ${sound}`; }
}
class Dog extends Animal {
  async speak(sound) { return `${await super.speak(sound)} loudly`; }
}
const order = [];
hooks(Animal, { speak: middleware([trace('animal', order)]).params('sound') });
hooks(Dog, { speak: middleware([trace('dog', order), async (context, next) => { context.sound += '!'; await next(); }]) });
console.log(await new Dog().speak('wuff'), await new Animal().speak('moo'), order);

// collect, compose, errors, a result set before next, next called twice
const collected = hooks(async (n) => { if (n < 0) throw new RangeError('negative'); return n * 2; }, middleware([collect({
  before: [(context) => { context.arguments[0] += 1; }],
  after: [(context) => { context.result *= 10; }],
  error: [(context) => { context.error.message += ' (seen)'; }],
})]));
console.log(await collected(1), await collected(-5).catch((error) => `${error.name}: ${error.message}`));
console.log(await hooks(async () => 'never', [async (context) => { context.result = 'early'; }])());
console.log(await hooks(async () => 1, [async (context, next) => { await next(); await next(); }])().catch((error) => error.message));
console.log(await compose([async (c, next) => { c.push(1); await next(); c.push(4); }, async (c, next) => { c.push(2); await next(); }])((c => c)([]), async () => 3));
console.log(typeof functionHooks, typeof objectHooks, typeof setManager);
let total = 0;
const add = hooks(async (a, b) => a + b, middleware([async (context, next) => { await next(); }, async (context, next) => { context.a++; await next(); }]).params('a', 'b'));
for (let i = 0; i < 2000; i++) total += await add(i, 1);
console.log(total);
