// lodash: collections, functions, deep values, strings, sequences, templates, timers; both entries.
const _ = require('lodash');
const chunk = require('lodash/chunk');
const fp = require('lodash/fp');

const users = [
  { name: 'barney', age: 36, tags: ['a', 'b'], address: { city: 'X', zip: [1, 2] } },
  { name: 'fred', age: 40, tags: ['b'], address: { city: 'Y', zip: [3] } },
  { name: 'pebbles', age: 1, tags: [], address: { city: 'X', zip: [] } },
];
console.log(_.VERSION.split('.')[0], chunk([1, 2, 3, 4, 5], 2), _.groupBy(users, 'address.city'));
console.log(_.sortBy(users, ['address.city', 'age']).map((u) => u.name), _.orderBy(users, ['address.city', 'age'], ['desc', 'asc']).map(_.property('name')));
console.log(_.keyBy(users, 'name').fred.age, _.countBy([6.1, 4.2, 6.3], Math.floor), _.partition(users, (u) => u.age > 30).map((p) => p.length));
console.log(_.uniqBy([2.1, 1.2, 2.3], Math.floor), _.differenceWith([{ x: 1 }, { x: 2 }], [{ x: 1 }], _.isEqual), _.intersectionBy([2.1, 1.2], [2.3, 3.4], Math.floor), _.xor([2, 1], [2, 3]));
console.log(_.zipObjectDeep(['a.b[0].c', 'a.b[1].d'], [1, 2]), _.unzip([['a', 1], ['b', 2]]), _.flattenDeep([1, [2, [3, [4]], 5]]), _.range(0, -4, -1));
const nested = _.cloneDeep(users);
nested[0].address.zip.push(new Map([[1, new Set([NaN])]]));
console.log(_.isEqual(users, nested), _.isEqual(_.cloneDeep(nested), nested), nested[0].address.zip[2] === _.cloneDeep(nested)[0].address.zip[2]);
console.log(_.merge({ a: [{ b: 2 }, { d: 4 }], f: null }, { a: [{ c: 3 }, { e: 5 }], f: undefined }), _.defaultsDeep({ a: { b: 2 } }, { a: { b: 1, c: 3 } }));
console.log(_.get(users, '[0].address["zip"][1]'), _.get({}, 'a.b', 'none'), _.set({}, 'a[0].b-c.d', 1), _.has(users, '1.tags.0'), _.invoke({ a: [{ f: (x) => x * 2 }] }, 'a[0].f', 21));
console.log(_.pick({ a: 1, b: 2, c: { d: 3 } }, ['a', 'c.d']), _.omit({ a: 1, b: { c: 2, d: 3 } }, 'b.c'), _.mapValues({ a: 1 }, (v, k) => k + v), _.invert({ a: 1, b: 2 }), _.transform([2, 3, 4], (r, n) => { r.push(n *= n); return n % 2 === 0; }, []));
console.log(['fooBar baz', '--FOO-BAR--', 'déjà vu', 'XMLHttpRequest 2x'].map((s) => [_.camelCase(s), _.kebabCase(s), _.snakeCase(s), _.startCase(s), _.upperFirst(_.deburr(s))].join('|')));
console.log(_.words('fred, barney & pebbles 𝒳 👨‍👩‍👧'), _.pad('abc', 8, '_-'), _.truncate('hi-diddly-ho there, neighborino', { length: 24, separator: /,? +/ }), _.escape('<a href="x">&</a>'), _.size('👨‍👩‍👧é'), _.toArray('👍🏽x'));
const template = _.template('<% _.forEach(users, function(u) { %><li><%- u.name %>: ${ u.age } <%= u.tags %></li>\n<% }); %>');
console.log(template({ users }), _.template('{{ a }}!', { interpolate: /{{([\s\S]+?)}}/g })({ a: 'b' }));
const curried = _.curry((a, b, c) => [a, b, c]);
console.log(curried(1)(2)(3), curried(_, 2)(1, 3), _.partialRight(_.subtract, 1)(5), _.flow([_.add, (n) => n * n])(1, 2), _.memoize((x) => ({ x })).name, _.overEvery([Boolean, isFinite])('1'), _.ary(parseInt, 1)('7', 2), _.rearg((a, b) => [a, b], [1, 0])(1, 2));
let calls = 0;
const squares = _(_.range(1000)).map((x) => { calls++; return x * x; }).filter((x) => x % 2).take(3);
console.log(squares.value(), calls, _.chain(users).map('tags').flatten().uniq().join('+').value(), _(users).sumBy('age'), _.maxBy(users, 'age').name, _.reduceRight([[0, 1], [2, 3]], (a, b) => a.concat(b), []));
console.log(fp.flow(fp.filter({ address: { city: 'X' } }), fp.map('name'), fp.join('/'))(users), fp.set('a.b', 2, { a: { b: 1, c: 3 } }), fp.curryN(2, (a, b) => a + b)(1)(2));
console.log([null, [], {}, new Map(), 'a', 0, new Date(0), /x/, Symbol('s'), new Int8Array(2), (() => arguments)(), new Error('e'), Object.create(null)].map((v) => [_.isEmpty(v), _.isPlainObject(v), _.isArrayLike(v), _.isObjectLike(v), _.isArguments(v)].map(Number).join('')).join(' '));
console.log(_.isMatch(users[0], { address: { zip: [2] } }), _.conforms({ age: (n) => n > 30 })(users[0]), _.toPath('a[0]["b.c"].d'), _.clamp(10, -5, 5), _.inRange(-3, -2, -6), _.round(4.006, 2), _.toFinite('3.2'), _.toInteger(Infinity), _.uniqueId('id_'), _.attempt(() => { throw new TypeError('t'); }).message, _.toString([1, -0, null]));
const log = [];
const debounced = _.debounce((x) => log.push(`debounced ${x}`), 20, { leading: true }), throttled = _.throttle((x) => log.push(`throttled ${x}`), 1000, { trailing: false });
for (let i = 0; i < 3; i++) { debounced(i); throttled(i); }
_.defer((x) => log.push(x), 'deferred');
_.delay(() => console.log(log), 120);
