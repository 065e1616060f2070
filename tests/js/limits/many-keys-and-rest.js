// An object pattern may leave any number of keys out of its rest: in registers when few, in an object when many.

function keys(count, make) {
  return Array.from({ length: count }, (_, i) => make(i));
}
function check(actual, expected) {
  if (actual !== expected) {
    throw new Error(`${actual} instead of ${expected}`);
  }
}

for (const count of [0, 1, 15, 16, 17, 240, 260, 1000, 70000]) {
  const source = Object.fromEntries(keys(count, i => ['k' + i, i]));
  Object.assign(source, { left: 1, 7: 2, [Symbol.iterator]: 3 });
  const pattern = keys(count, i => `k${i}: target[${i}]`).join() + (count ? ',' : '');
  const take = new Function('source', 'target', `let rest; ({ ${pattern} ...rest } = source); return rest;`);
  for (const from of [source, new Proxy(source, {})]) {
    const target = [], rest = take(from, target);
    check(Reflect.ownKeys(rest).map(String).join(), '7,left,Symbol(Symbol.iterator)');
    check(target.length, count);
    check(target[count - 1], count ? count - 1 : undefined);
  }
}

// Of a key that is left out the source is asked once, for its value; computed keys, symbols, indices and __proto__ count.
const names = keys(20, i => 'n' + i), asked = [];
const symbol = Symbol('s');
const logged = new Proxy({ 5: 1, a: 2, [symbol]: 3, left: 4, ['__proto__']: 5 }, {
  get: (object, key) => (asked.push('get ' + String(key)), object[key]),
  getOwnPropertyDescriptor: (object, key) =>
    (asked.push('describe ' + String(key)), Reflect.getOwnPropertyDescriptor(object, key)),
});
const take = new Function('symbol', 'source',
  `const { 5: five, ['a']: a, [symbol]: s, __proto__: p, ${names.join()}, ...rest } = source; return rest;`);
check(JSON.stringify(take(symbol, logged)), '{"left":4}');
check(asked.filter(text => !text.includes(' n')).join(),
  'get 5,get a,get Symbol(s),get __proto__,describe left,get left');
