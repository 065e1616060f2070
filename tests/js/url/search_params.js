// URLSearchParams: constructors, methods, iteration, the link with a URL, errors.
'use strict';
function equal(got, want, text = '') {
  if (got !== want) throw new Error(`${text}: ${String(got)} is not ${String(want)}`);
}
function code(f) {
  try {
    f();
  } catch (error) {
    return error.code ?? error.name;
  }
  throw new Error(`${f} threw nothing`);
}

for (const [init, want] of [
  [undefined, ''], [null, ''], ['', ''], ['?a=1&b', 'a=1&b='], ['??a', '%3Fa='], ['&&a==b&=c', 'a=%3Db&=c'], [1, '1='],
  ['a+b=%20%zz%e2%82', 'a+b=+%25zz%EF%BF%BD'], [{}, ''], [{ a: 1, b: [2, 3] }, 'a=1&b=2%2C3'], [[], ''],
  [[['a', 'b'], new Set(['c', 'd'])], 'a=b&c=d'], [new Map([['a', 'b']]), 'a=b'], [new URLSearchParams('x=y'), 'x=y'],
  ['\ud800=\u{1f600}', '%EF%BF%BD=%F0%9F%98%80'], [{ '\ud800': 1, '\ud801': 2 }, '%EF%BF%BD=2'], [() => 1, ''],
  ["!'()*-._~ ", '%21%27%28%29*-._%7E+='],
]) {
  equal(new URLSearchParams(init).toString(), want);
}
for (const [init, want] of [
  [[[]], 'ERR_INVALID_TUPLE'], [[['a']], 'ERR_INVALID_TUPLE'], [[['a', 'b', 'c']], 'ERR_INVALID_TUPLE'],
  [['ab'], 'ERR_INVALID_TUPLE'], [[null], 'ERR_INVALID_TUPLE'], [{ [Symbol.iterator]: 1 }, 'ERR_ARG_NOT_ITERABLE'],
  [Symbol(), 'TypeError'], [{ a: Symbol() }, 'TypeError'],
]) {
  equal(code(() => new URLSearchParams(init)), want);
}

const params = new URLSearchParams('a=1&b=2&a=3&c=4');
equal(params.size, 4);
equal(params.get('a'), '1');
equal(params.get('z'), null);
equal(params.getAll('a').join(), '1,3');
equal(params.has('a', '3'), true);
equal(params.has('a', '4'), false);
equal(params.has('a', undefined), true);
params.append('d', 5);
params.delete('a', '3');
params.set('b', 'x');
params.set('e', 'y');
equal(`${params}`, 'a=1&b=x&c=4&d=5&e=y');
params.set('a', 9);
params.delete('b');
equal(`${params}`, 'a=9&c=4&d=5&e=y');

// By code units, and stable.
const sorted = new URLSearchParams('\uffff=1&\u{1f600}=2&b=1&a=1&b=0&aa=2');
sorted.sort();
equal([...sorted.keys()].join(), 'a,aa,b,b,\u{1f600},\uffff');
equal(sorted.getAll('b').join(), '1,0');

// Iteration sees changes.
const seen = [];
for (const [name, value] of params) {
  seen.push(name + value);
  if (name === 'c') params.delete('d');
}
equal(seen.join(), 'a9,c4,ey');
equal([...params.values()].join(), '9,4,y');
params.forEach(function(value, name, object) {
  equal(this, 7, 'thisArg');
  equal(params.get(name), value);
  equal(object, params);
}.bind(7));
equal(URLSearchParams.prototype[Symbol.iterator], URLSearchParams.prototype.entries);
const iterator = params.entries();
equal(Object.prototype.toString.call(iterator), '[object URLSearchParams Iterator]');
equal(iterator[Symbol.iterator](), iterator);
equal(code(() => iterator.next.call({})), 'ERR_INVALID_THIS');

// The link with a URL.
const url = new URL('http://h/?a=1#f');
const live = url.searchParams;
equal(url.searchParams, live);
live.append('b', ' ');
equal(url.href, 'http://h/?a=1&b=+#f');
url.search = '?c=%20d';
equal(live.get('c'), ' d');
url.href = 'http://h/?e';
equal(`${live}`, 'e=');
live.delete('e');
equal(url.href, 'http://h/');
live.set("'", '#');
equal(url.href, 'http://h/?%27=%23');
live.sort();
equal(url.search, '?%27=%23');
new URLSearchParams(live).append('x', 'y');
equal(url.search, '?%27=%23');

// Errors.
for (const name of Object.keys(URLSearchParams.prototype)) {
  const { get, value } = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, name);
  equal(code(() => (get ?? value).call({}, 'a', 'b')), 'ERR_INVALID_THIS', name);
}
for (const name of ['append', 'set']) equal(code(() => params[name]('a')), 'ERR_MISSING_ARGS', name);
for (const name of ['delete', 'get', 'getAll', 'has']) equal(code(() => params[name]()), 'ERR_MISSING_ARGS', name);
equal(code(() => params.forEach({})), 'ERR_INVALID_ARG_TYPE');
equal(code(() => params.append(Symbol(), '')), 'TypeError');
equal(Object.prototype.toString.call(params), '[object URLSearchParams]');
equal(URLSearchParams.length, 0);
