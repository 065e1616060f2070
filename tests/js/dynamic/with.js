// flags: --script
// The with statement: names are looked up in its object first, each time, through the whole protocol.
function same(actual, expected, what) {
    if (!Object.is(actual, expected)) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
function throws(kind, body, what) {
    try {
        body();
    } catch (error) {
        if (error instanceof kind) return;
        throw new Error(`${what}: threw ${error}`);
    }
    throw new Error(`${what}: did not throw`);
}

var x = 'outer', y = 'outer y';
var object = {x: 'inner'};
with (object) {
    same(x, 'inner', 'own property wins');
    same(y, 'outer y', 'what it lacks comes from outside');
    x = 'set';
    y = 'set y';
    var declared = 1; // the declaration is the function's, the assignment looks in the object
}
same(object.x, 'set', 'assignment goes to the object');
same(y, 'set y', 'assignment of a missing name goes outside');
same(declared, 1, 'var');

with ({declared: 2}) var declared = 3;
same(declared, 1, 'var with an initializer assigns to the object');

// Methods called by their bare name get the object as this; functions from outside get undefined.
with ({who() { return this.name; }, name: 'me'}) same(who(), 'me', 'this of a method');
function loose() { 'use strict'; return this; }
with ({}) same(loose(), undefined, 'this of an outer function');

// Symbol.unscopables hides, inherited properties count, the prototype of arrays hides its newer methods.
with ({hidden: 1, shown: 2, [Symbol.unscopables]: {hidden: true}}) {
    same(typeof hidden, 'undefined', 'hidden');
    same(shown, 2, 'shown');
}
with (Object.create({inherited: 'yes'})) same(inherited, 'yes', 'inherited');
var values = 'outer values';
with ([]) same(values, 'outer values', 'Array.prototype[Symbol.unscopables]');

// The order of the traps: has, unscopables, then get; an assignment asks has again before it sets.
var trace = [];
var proxy = new Proxy({z: 1}, {
    has(target, key) { trace.push(`has ${String(key)}`); return key in target; },
    get(target, key) { trace.push(`get ${String(key)}`); return target[key]; },
    set(target, key, value) { trace.push(`set ${String(key)}`); target[key] = value; return true; },
    getOwnPropertyDescriptor(target, key) {
        trace.push(`own ${String(key)}`);
        return Reflect.getOwnPropertyDescriptor(target, key);
    },
    defineProperty(target, key, descriptor) {
        trace.push(`define ${String(key)}`);
        return Reflect.defineProperty(target, key, descriptor);
    },
});
with (proxy) { trace.length = 0; z; }
same(trace.join(), 'has z,get Symbol(Symbol.unscopables),has z,get z', 'reading');
with (proxy) { trace.length = 0; z = 2; }
same(trace.slice(0, 4).join(), 'has z,get Symbol(Symbol.unscopables),has z,set z', 'writing');
with (proxy) { trace.length = 0; typeof z; }
same(trace.join(), 'has z,get Symbol(Symbol.unscopables),has z,get z', 'typeof');
with (proxy) { trace.length = 0; same(delete z, true, 'delete'); }
same('z' in proxy, false, 'deleted');

// The binding is fixed before the right side runs, even when that takes the property away.
var moved = {p: 1};
with (moved) p = (delete moved.p, 5);
same(moved.p, 5, 'the target was found before the right side ran');
same(typeof p, 'undefined', 'no global was made');

// Compound and logical assignment, increments.
var counter = {n: 1, empty: null};
with (counter) {
    n += 2;
    n++;
    empty ??= 'filled';
}
same(counter.n, 4, 'compound');
same(counter.empty, 'filled', 'logical');

// Closures keep the object, also past the statement; nesting looks inside out; eval sees it too.
var read;
with ({secret: 7}) read = () => secret;
same(read(), 7, 'closure');
with ({a: 1, b: 1}) with ({a: 2}) same(a + b, 3, 'nested');
with ({hiddenInEval: 3}) same(eval('hiddenInEval + 1'), 4, 'eval inside');
with ({e: eval, v: 9}) same(e('typeof v'), 'undefined', 'eval under another name is indirect');

// Primitives are wrapped; null and undefined are errors; completion values; generators and loops inside.
with ('text') same(length, 4, 'a string');
throws(TypeError, () => { with (null); }, 'null');
throws(TypeError, () => { with (undefined); }, 'undefined');
throws(SyntaxError, () => Function("'use strict'; with ({}) ;"), 'strict');
same(eval('with ({q: 3}) q * 2'), 6, 'completion value');
function* numbers(o) { with (o) { for (var i = 0; i < count; i++) yield i; } }
same([...numbers({count: 3})].join(), '0,1,2', 'generator');
for (var round = 0; round < 2; round++) with ({round: 5}) { same(round, 5, 'loop variable is shadowed'); continue; }
(function () { with ({inner: 1}) { return; } })();
(function () { try { with ({get bad() { throw new RangeError('bad'); }}) bad; } catch (e) { same(e.message, 'bad', 'getter'); } })();

// Assignment to a name that no one has makes a global in sloppy code.
with ({}) madeByWith = 1;
same(globalThis.madeByWith, 1, 'global');
