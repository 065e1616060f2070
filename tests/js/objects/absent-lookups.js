// What was absent at many look-ups is found once it is there: own, inherited, by another prototype, of dictionaries,
// proxies and typed arrays; keys are symbols and computed names, which have no inline caches.
const assert = require('assert');

const symbol = Symbol('key');
const get = (object, key) => object[key];

for (const key of [symbol, 'computed name', 'valueOf2']) {
  const base = {}, middle = Object.create(base), object = Object.create(middle);
  const absent = (...objects) => {
    for (let i = 0; i < 20; i++) for (const o of objects) assert.strictEqual(get(o, key), undefined);
  };
  absent(object, middle, base);
  base[key] = 1;
  assert.deepStrictEqual([get(object, key), get(middle, key), get(base, key)], [1, 1, 1]);
  delete base[key];
  absent(object, middle, base);
  object[key] = 2;
  assert.deepStrictEqual([get(object, key), get(middle, key)], [2, undefined]);
  delete object[key];
  absent(object, middle);
  Object.setPrototypeOf(middle, { [key]: 3 });
  assert.deepStrictEqual([get(object, key), get(base, key)], [3, undefined]);

  const plain = { a: 1 };
  absent(plain);
  Object.defineProperty(Object.prototype, key, { configurable: true, get() { return this === plain ? 4 : 5; } });
  assert.deepStrictEqual([get(plain, key), get([], key)], [4, 5]);
  delete Object.prototype[key];
  absent(plain);
  Object.prototype[key] = 6;
  assert.strictEqual(get(plain, key), 6);
  delete Object.prototype[key];

  const dictionary = {};
  for (let i = 0; i < 2000; i++) dictionary[`p${i}`] = i;
  for (let i = 0; i < 1000; i++) delete dictionary[`p${i}`];
  absent(dictionary);
  dictionary[key] = 7;
  assert.strictEqual(get(dictionary, key), 7);

  // A prototype that is exotic is asked each time.
  let asked = 0;
  const proxied = Object.create(new Proxy({}, { get() { return ++asked < 30 ? undefined : 8; } }));
  for (let i = 0; i < 29; i++) assert.strictEqual(get(proxied, key), undefined);
  assert.strictEqual(get(proxied, key), 8);
}

// instanceof asks Symbol.hasInstance when a class has its own.
class Plain {}
class Asks {
  static [Symbol.hasInstance](value) { return value === 5; }
}
for (let i = 0; i < 3; i++) {
  assert.deepStrictEqual([{} instanceof Plain, new Plain() instanceof Plain, 5 instanceof Asks, new Asks() instanceof Asks],
    [false, true, true, false]);
}
assert.strictEqual(new Plain() instanceof Plain.bind(null), true);
Object.defineProperty(Plain, Symbol.hasInstance, { value: () => true });
assert.strictEqual({} instanceof Plain, true);
