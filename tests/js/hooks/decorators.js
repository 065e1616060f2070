// Decorators, called as the language and as TypeScript's experimentalDecorators call them.
const assert = require('assert');
const { getManager, hookDecorator, hooks, legacyDecorator, middleware } = require('vm:hooks');

const adds = (text) => async (context, next) => {
  context.arguments[0] += ` ${text}`;
  await next();
};
const cannot = { name: 'Error', message: 'Can not apply hooks.' };

(async () => {
  for (const decorate of [hooks, hookDecorator]) {
    class Greeter {
      say(name) { return `Hi ${name}`; }
    }
    const method = decorate(middleware([adds('method')]).params('name'));
    Greeter.prototype.say = method(Greeter.prototype.say, { kind: 'method', name: 'say' });
    assert.strictEqual(decorate([adds('class')])(Greeter, { kind: 'class', name: 'Greeter' }), Greeter);
    assert.strictEqual(getManager(Greeter), null);
    assert.strictEqual(await new Greeter().say('D'), 'Hi D class method');
    assert.strictEqual(Greeter.prototype.say.createContext().method, 'say');

    for (const kind of ['field', 'getter', 'setter', 'accessor', undefined]) {
      assert.throws(() => decorate([])(() => {}, { kind, name: 'x' }), cannot);
    }
    assert.throws(() => decorate([])({}, 'test', { value: 'not a function' }), cannot);
    assert.throws(() => decorate([])(class {}), cannot);
    assert.throws(() => decorate()(5, { kind: 'method', name: 'x' }), { message: "Can not apply hooks. 'x' is not a function" });
    assert.strictEqual(await decorate()(async () => 'none', { kind: 'method', name: Symbol('s') })(), 'none');
  }

  class Greeter {
    say(name) { return `Hi ${name}`; }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Greeter.prototype, 'say');
  assert.strictEqual(legacyDecorator([adds('method')])(Greeter.prototype, 'say', descriptor), descriptor);
  Object.defineProperty(Greeter.prototype, 'say', descriptor);
  assert.strictEqual(legacyDecorator([adds('class')])(Greeter), Greeter);
  assert.strictEqual(await new Greeter().say('D'), 'Hi D class method');
  assert.strictEqual(Greeter.prototype.say.createContext().method, 'say');
  assert.throws(() => legacyDecorator([])({}, 'test', { value: 'text' }), { message: "Can not apply hooks. 'test' is not a function" });
})();
