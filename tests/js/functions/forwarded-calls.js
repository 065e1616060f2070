// Calls that come to another function's: what the function sees, where errors stand, how deep it may go.
function assertEqual(actual, expected, what) {
    if (!Object.is(actual, expected)) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
function errorOf(f) {
    try {
        return f();
    } catch (error) {
        return `${error.name}: ${error.message}`;
    }
}
const show = (() => {
    'use strict';
    return function (...list) {
        return `${this}|${list.join()}|${arguments.length}`;
    };
})();

class Made {
    constructor(...list) {
        this.list = list;
    }
}
class Extended extends Made {
    constructor(...list) {
        super(1, 2, ...list);
    }
}

// Argument lists of all kinds.
const sloppy = (function (a, b) { return arguments; })(1, 2);
const changed = (function (a) { a = 'x'; return arguments; })(1, 2);
const strict = (function (a) { 'use strict'; a = 'x'; return arguments; })(1, 2);
const getter = { length: 2, 0: 'a', get 1() { return 'got'; } };
const indexGetter = Object.defineProperty([1, 2], 0, { get: () => 'got' });
class Sub extends Array {}
const lists = [[], [1], [1, 2, 3], [, 1], [1, , 3], sloppy, changed, strict, getter, indexGetter, Sub.of(4, 5), { length: 1 },
    new Uint8Array([7, 8]), new Proxy([1, 2], {}), Object.freeze([1, 2])];
const expected = ['', '1', '1,2,3', ',1', '1,,3', '1,2', 'x,2', '1,2', 'a,got', 'got,2', '4,5', '', '7,8', '1,2', '1,2'];
lists.forEach((list, i) => {
    const text = `t|${expected[i]}|${list.length}`;
    assertEqual(show.apply('t', list), text, `apply ${i}`);
    assertEqual(Reflect.apply(show, 't', list), text, `Reflect.apply ${i}`);
    assertEqual(show.apply.call(show, 't', list), text, `apply by call ${i}`);
    if (Symbol.iterator in list) {
        assertEqual(show.call('t', ...list), text, `spread ${i}`);
        assertEqual(show.bind('t')(...list), text, `spread to a bound function ${i}`);
    }
    const o = { show, toString: () => 't' };
    if (!(Symbol.iterator in list)) return;
    assertEqual(o.show(...list), text, `spread to a method ${i}`);
    const longer = `t|a,b${list.length ? ',' : ''}${expected[i]}|${list.length + 2}`;
    assertEqual(o.show('a', 'b', ...list), longer, `spread behind others ${i}`);
    assertEqual(show.bind('t', 'a')('b', ...list), longer, `spread behind others to a bound function ${i}`);
    assertEqual(new Proxy(show, {}).call('t', 'a', 'b', ...list), longer, `spread behind others to a proxy ${i}`);
    assertEqual(o.show('a', ...['b'], ...list), longer, `two spreads ${i}`);
    const made = new Made('a', ...list).list, parts = ['a', ...list];
    assertEqual(made.length === parts.length && made.every((x, n) => x === parts[n]), true, `new behind others ${i}`);
    assertEqual(new Extended(...list).list.length, list.length + 2, `super behind others ${i}`);
    assertEqual(new (Made.bind(null, 0))('a', ...list).list.length, list.length + 2, `new of a bound one ${i}`);
    assertEqual(new Promise((resolve) => resolve(...list)) instanceof Promise, true, `resolving function ${i}`);
    assertEqual(Array.of(0, ...list).length, list.length + 1, `native behind others ${i}`);
});
for (const none of [undefined, null]) {
    assertEqual(show.apply('t', none), 't||0', 'apply of nothing');
    assertEqual(errorOf(() => Reflect.apply(show, 't', none)), 'TypeError: CreateListFromArrayLike called on non-object',
        'Reflect.apply of nothing');
}
assertEqual(errorOf(() => show.apply('t', 1)), 'TypeError: CreateListFromArrayLike called on non-object', 'apply of 1');
assertEqual(errorOf(() => show(...undefined)).split(':')[0], 'TypeError', 'spread of nothing');
assertEqual(errorOf(() => show.apply(null, { get length() { throw new Error('length'); } })), 'Error: length', 'getter throws');

// Bound functions of bound functions; many bound arguments.
const twice = show.bind('t', 1, 2).bind('other', 3);
assertEqual(twice(4), 't|1,2,3,4|4', 'bound twice');
assertEqual(twice.call('z', 5), 't|1,2,3,5|4', 'bound and called');
assertEqual(twice.apply('z', [5, 6]), 't|1,2,3,5,6|5', 'bound and applied');
const wide = show.bind('t', ...Array(300).fill('w'));
assertEqual(wide(1).length, 't|'.length + 600 + '1|301'.length, 'many bound arguments');
let chain = show.bind('t', 'first');
for (let i = 0; i < 500; i++) chain = chain.bind(null, i);
assertEqual(chain('last').split(',').length, 502, 'a long chain');
// The arguments of a chain are gathered once, not at each of its places.
function Counter(...list) {
    this.count = list.length;
    this.ends = list[0] + list.at(-1);
}
let counter = Counter;
for (let i = 0; i < 20000; i++) counter = counter.bind(null, i);
const counted = new counter('z');
assertEqual(counted.count + counted.ends, '200010z', 'construction through a very long chain');
assertEqual(counted instanceof Counter && Object.getPrototypeOf(counted) === Counter.prototype, true, 'its new.target');
assertEqual(Object.getPrototypeOf(Reflect.construct(counter, [], Array)), Array.prototype, 'another new.target');
let lengths = (...list) => list.length;
for (let i = 0; i < 20000; i++) lengths = lengths.bind(null, i);
assertEqual(lengths('z') + [7].map(lengths)[0], 40004, 'calls through a very long chain');
assertEqual(Function.prototype.call.bind(show, 'self')(1), 'self|1|1', 'bound call');
assertEqual(Function.prototype.apply.bind(show, 'self')([1, 2]), 'self|1,2|2', 'bound apply');
assertEqual([7, 7].map(Function.prototype.call, String).join(), '0,1', 'call as a callback');
assertEqual(Function.prototype.call.call(show, 's', 1), 's|1|1', 'call of call');
assertEqual(errorOf(() => Function.prototype.call.call(1)).split(':')[0], 'TypeError', 'call of no function');

// Kinds of callees.
function* generator(...list) {
    yield list.length;
}
assertEqual([...generator.apply(null, [1, 2])][0], 2, 'generator');
assertEqual([...generator(...[1, 2, 3])][0], 3, 'generator by spread');
assertEqual((async (...list) => list)(...[1]) instanceof Promise, true, 'async function');
assertEqual((async () => 1).apply(null, []) instanceof Promise, true, 'async function applied');
const iterator = generator(1);
assertEqual(iterator.next.call(iterator).value, 1, 'next by call');
assertEqual(iterator.next.apply(iterator, []).done, true, 'next by apply');
class Class {}
assertEqual(errorOf(() => Class(...[])), "TypeError: Class constructor Class cannot be invoked without 'new'", 'class');
assertEqual(errorOf(() => Class.call({})), "TypeError: Class constructor Class cannot be invoked without 'new'", 'class by call');
assertEqual(errorOf(() => Class.bind()()), "TypeError: Class constructor Class cannot be invoked without 'new'", 'bound class');
assertEqual(errorOf(() => ({}).no(...[])).split(':')[0], 'TypeError', 'not callable');
const revocable = Proxy.revocable(show, {});
revocable.revoke();
assertEqual(errorOf(() => revocable.proxy(...[1])).split(':')[0], 'TypeError', 'revoked proxy');

// Where an error stands: the frames of the forwarding functions are not shown.
function thrower() {
    throw new Error('here');
}
function names(f) {
    try {
        f();
    } catch (error) {
        return error.stack.split('\n').slice(1, 3).map((line) => /at (?:new )?(?:Object\.)?([\w.]+)/.exec(line)[1] +
            /:(\d+):\d+\)?$/.exec(line)[1]).join();
    }
}
const first = +/:(\d+):\d+\)?$/.exec(new Error().stack.split('\n')[1])[1];
assertEqual(names(function caller() {
    return thrower.apply(null, []);
}), `thrower${first - 10},caller${first + 2}`, 'apply');
assertEqual(names(function caller() {
    return thrower(...[1]);
}), `thrower${first - 10},caller${first + 5}`, 'spread');
assertEqual(names(function caller(...rest) {
    return thrower.apply(null, rest);
}), `thrower${first - 10},caller${first + 8}`, 'view');
const boundThrower = thrower.bind(null);
assertEqual(names(function caller() {
    return boundThrower();
}), `thrower${first - 10},caller${first + 12}`, 'bound');
function ThrowingConstructor() {
    thrower();
}
assertEqual(names(function caller() {
    return new ThrowingConstructor(...[1]);
}), `thrower${first - 10},ThrowingConstructor${first + 15}`, 'construct');

// Too many arguments, and too deep: RangeErrors, and all goes on.
const huge = Array(3e6).fill(0);
const range = 'RangeError: Maximum call stack size exceeded';
assertEqual(errorOf(() => show.apply(null, huge)), range, 'huge apply');
assertEqual(errorOf(() => show(...huge)), range, 'huge spread');
assertEqual(errorOf(() => new Class(...huge)), range, 'huge construct');
assertEqual(errorOf(() => Reflect.apply(show, null, huge)), range, 'huge Reflect.apply');
assertEqual(errorOf(() => Math.max(...huge)), range, 'huge native');
assertEqual(errorOf(() => Math.max.apply(null, huge)), range, 'huge native applied');
assertEqual(errorOf(() => show.apply(null, { length: 2 ** 53 })), 'RangeError: Invalid array length', 'length out of range');
const some = Array(60000).fill(1);
assertEqual(Math.max(...some) + Math.min.apply(null, some), 2, 'many arguments');
assertEqual(((...list) => list.length)(...some), 60000, 'many in a rest parameter');
for (const recurse of [
    (f) => f(...[f]),
    (f) => f.apply(null, [f]),
    (f) => f.call(null, f),
    (f) => Reflect.apply(f, null, [f]),
    (f, ...rest) => f.apply(null, [f, ...rest]),
    (...rest) => rest[0](...rest),
    (f) => f.bind(null, f)(),
    function (f) { return new f(...[f]); },
]) {
    assertEqual(errorOf(() => recurse(recurse)), range, `endless recursion: ${recurse}`);
}
class Endless {
    constructor(...rest) {
        new this.constructor(...rest);
    }
}
assertEqual(errorOf(() => new Endless(1)), range, 'endless construction');
class Endless2 extends Endless {}
assertEqual(errorOf(() => new Endless2(1)), range, 'endless construction with super');

// A depth that a nested C stack would not allow.
function down(n, ...rest) {
    return n === 0 ? rest.length : down.apply(this, [n - 1, ...rest]);
}
assertEqual(down(20000, 1, 2), 2, 'apply nests like a call');
function downSpread(n, ...rest) {
    return n === 0 ? rest.length : downSpread(n - 1, ...rest);
}
assertEqual(downSpread(5000, 1, 2), 2, 'spread nests like a call');
class Node {
    constructor(n, ...rest) {
        this.next = n === 0 ? rest.length : new Node(n - 1, ...rest);
    }
}
assertEqual(typeof new Node(5000, 1).next, 'object', 'construction nests like a call');
