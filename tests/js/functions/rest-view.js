// Rest parameters whose array is made only when something needs it: nobody can tell.
function assertEqual(actual, expected, what) {
    if (!Object.is(actual, expected)) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}
function assertList(actual, expected, what) {
    assertEqual(Array.isArray(actual), true, what);
    assertEqual(JSON.stringify(actual), JSON.stringify(expected), what);
}
const all = (...args) => args;

// Length and elements.
function length(a, b, ...rest) {
    return rest.length;
}
assertEqual(length(), 0, 'no arguments');
assertEqual(length(1, 2), 0, 'only formal ones');
assertEqual(length(1, 2, 3, 4), 2, 'two more');
function at(i, ...rest) {
    return rest[i];
}
assertEqual(at(0, 'a'), 'a', 'first');
assertEqual(at(1, 'a'), undefined, 'behind the end');
assertEqual(at(-1, 'a'), undefined, 'negative');
assertEqual(at('0', 'a'), 'a', 'text index');
assertEqual(at(0.5, 'a'), undefined, 'fraction');
assertEqual(at(-0, 'a'), 'a', 'minus zero');
assertEqual(at('length', 'a', 'b'), 2, 'name');
assertEqual(at('map', 'a'), Array.prototype.map, 'method');
assertEqual(at(Symbol.iterator), Array.prototype.values, 'symbol');
assertEqual(at(2 ** 32, 'a'), undefined, 'beyond indices');
function constantIndex(...rest) {
    return [rest[0], rest[1], rest[300], rest['length'], rest.length];
}
assertEqual(constantIndex(5).join(), '5,,,1,1', 'constant indices');

// The arguments are as they were given, whatever happens to the parameters.
function changed(a, ...rest) {
    a = 'changed';
    return rest[0] + rest.length;
}
assertEqual(changed(1, 'x'), 'x1', 'formal parameter changed');
function defaults(a = 1, { b } = { b: 2 }, ...rest) {
    return [a, b, rest.length, rest[0]];
}
assertEqual(defaults(undefined, undefined, 3).join(), '1,2,1,3', 'defaults and patterns before');

// It is one array, from the first use on.
function identity(...rest) {
    const before = [rest.length, rest[0]];
    const kept = rest;
    rest[0] = 'new';
    rest.push('more');
    return kept === rest && before[0] === 2 && before[1] === 'a' && rest.length === 3 && rest[0] === 'new' &&
        kept[2] === 'more' && at(0, ...rest) === 'new' && all.apply(null, rest).join() === 'new,b,more';
}
assertEqual(identity('a', 'b'), true, 'identity');
function branches(how, ...rest) {
    if (how) rest.length = 1;
    return rest.length + ':' + rest[0] + rest[1];
}
assertEqual(branches(true, 1, 2), '1:1undefined', 'made in a branch');
assertEqual(branches(false, 1, 2), '2:12', 'not made');
function loop(...rest) {
    let text = '';
    for (let i = 0; i < rest.length; i++) {
        text += rest[i];
        if (i === 1) rest.reverse();
    }
    return text;
}
assertEqual(loop(1, 2, 3, 4), '1221', 'made in a loop');
function operand(...rest) {
    for (let i = 0; i < rest; i++) return 'counted'; // the array as a bound
    return typeof rest + (rest == '7') + (rest in { 7: 1 }) + `${rest}` + !rest;
}
assertEqual(operand(7), 'counted', 'as a bound');
assertEqual(operand(), 'objectfalsefalsefalse', 'as an operand');
function returned(...rest) {
    try {
        return rest;
    } finally {
        rest.push('finally');
    }
}
assertList(returned(1), [1, 'finally'], 'returned');
function thrown(...rest) {
    try {
        throw rest;
    } catch (caught) {
        return caught === rest && rest.length;
    }
}
assertEqual(thrown(1, 2), 2, 'thrown');
function shadowed(...rest) {
    var rest;
    return rest.length;
}
assertEqual(shadowed(1, 2, 3), 3, 'var of the same name');
function replaced(...rest) {
    function rest() {}
    return typeof rest;
}
assertEqual(replaced(1), 'function', 'function of the same name');
function assigned(...rest) {
    if (rest.length > 1) rest = 'other';
    return rest.length;
}
assertEqual(assigned(1, 2), 5, 'assigned');
assertEqual(assigned(1), 1, 'not assigned');
function captured(...rest) {
    return () => rest.length;
}
assertEqual(captured(1, 2)(), 2, 'captured');
function evaluated(...rest) {
    return eval('rest.length + rest[0]');
}
assertEqual(evaluated(5), 6, 'seen by eval');
const within = new Function('...rest', 'with ({ length: 9, f: Math.max }) return [rest.length, length, f.apply(null, rest)]');
assertList(within(1, 2), [2, 9, 2], 'inside with');
function pattern(...[a, b, ...more]) {
    return [a, b, more.length];
}
assertList(pattern(1, 2, 3), [1, 2, 1], 'pattern');
function early(a = () => rest, b = attempt(a), ...rest) {
    return b;
}
function attempt(f) {
    try {
        return f();
    } catch (error) {
        return error.name;
    }
}
assertEqual(early(), 'ReferenceError', 'dead zone');
function withArguments(a, ...rest) {
    arguments[1] = 'changed';
    return rest[0] + arguments.length;
}
assertEqual(withArguments(1, 'x'), 'x2', 'beside arguments');

// Functions that are suspended.
function* generator(...rest) {
    yield rest.length;
    yield rest[0];
    yield* rest;
    return all(...rest).length;
}
assertList([...generator(1, 2)], [2, 1, 1, 2], 'generator');

// Passed on.
const target = {
    name: 'target',
    call1(...rest) {
        return this.name + all(...rest).join();
    },
};
function apply(...rest) {
    return target.call1.apply(this, rest);
}
function reflect(...rest) {
    return Reflect.apply(target.call1, this, rest);
}
function spread(...rest) {
    return target.call1(...rest);
}
function mixed(...rest) {
    return target.call1(0, ...rest, 9, ...rest);
}
const self = { name: 'self' };
assertEqual(apply.call(self, 1, 2), 'self1,2', 'apply');
assertEqual(apply.call(self), 'self', 'apply of none');
assertEqual(reflect.call(self, 1, 2), 'self1,2', 'Reflect.apply');
assertEqual(spread(1, 2), 'target1,2', 'spread');
assertEqual(mixed(1, 2), 'target0,1,2,9,1,2', 'spread between others');
function behind(a, ...rest) {
    return [all(a, 'x', ...rest), all.bind(null, a)('x', ...rest), [...rest], [0, ...rest], [...rest, ...rest]].join(';');
}
assertEqual(behind(1, 2, 3), '1,x,2,3;1,x,2,3;2,3;0,2,3;2,3,2,3', 'spread behind others');
assertEqual(behind(), ',x;,x;;0;', 'nothing spread behind others');
const evalLast = (...rest) => (0, eval)(...rest);
assertEqual(evalLast('1 + 1'), 2, 'indirect eval');
function evalDirect(...rest) {
    return [eval(...rest), eval('rest.length', ...rest)].join();
}
assertEqual(evalDirect('1 + 2', 5), '3,2', 'direct eval');
function natives(...rest) {
    return [Math.max(...rest), Math.max.apply(null, rest), Reflect.apply(Math.max, null, rest), [...rest].length];
}
assertList(natives(3, 7, 5), [7, 7, 7, 3], 'natives');
function bound(...rest) {
    const f = all.bind(null, 'b');
    return [f(...rest), f.apply(null, rest), Reflect.apply(f, null, rest)].join(';');
}
assertEqual(bound(1, 2), 'b,1,2;b,1,2;b,1,2', 'bound functions');
function proxied(...rest) {
    const lists = [];
    const proxy = new Proxy(all, {
        apply(f, self, list) {
            lists.push(list);
            return f(...list);
        },
        construct(f, list) {
            lists.push(list);
            return { list };
        },
    });
    proxy.apply(null, rest).push('x');
    proxy(...rest).push('y');
    Reflect.apply(proxy, null, rest).push('z');
    lists.forEach((list) => list.push('own'));
    return rest.join();
}
assertEqual(proxied(1, 2), '1,2', 'proxies have lists of their own');
function notApply(...rest) {
    const o = {
        apply(self, list) {
            return list;
        },
    };
    return o.apply(null, rest) === rest && o.apply(null, rest) === o.apply(null, rest);
}
assertEqual(notApply(1), true, 'another apply gets the array itself');
class Own extends Function {}
Own.prototype.apply = (self, list) => list.length;
function derivedApply(...rest) {
    return new Own('return 1').apply(null, rest);
}
assertEqual(derivedApply(1, 2, 3), 3, 'apply of a class');
function applyOfApply(...rest) {
    return all.apply.apply(all, rest);
}
assertList(applyOfApply(null, [1, 2]), [1, 2], 'apply of apply');
function callOfApply(...rest) {
    return all.apply.call(all, null, rest);
}
assertList(callOfApply(1, 2), [1, 2], 'call of apply');
function many(...rest) {
    return all.apply(null, rest, 3).length + all.apply(rest).length;
}
assertEqual(many(1, 2), 2, 'more and fewer arguments than apply has');
function refused(f, ...rest) {
    try {
        return Function.prototype.apply.apply(f, [null, rest]);
    } catch (error) {
        return error.constructor === TypeError;
    }
}
assertEqual(refused(1, 2), true, 'apply of no function');
function refusedDirectly(f, ...rest) {
    const o = { apply: Function.prototype.apply };
    try {
        return o.apply(null, rest);
    } catch (error) {
        return error.constructor === TypeError;
    }
}
assertEqual(refusedDirectly(1, 2), true, 'apply of an object');
class Class {
    constructor(...rest) {
        this.rest = rest;
    }
}
function classCalled(how, ...rest) {
    try {
        return how ? Class(...rest) : Class.apply(null, rest);
    } catch (error) {
        return error.constructor === TypeError && error.message;
    }
}
assertEqual(classCalled(true, 1), "Class constructor Class cannot be invoked without 'new'", 'class called');
assertEqual(classCalled(false, 1), "Class constructor Class cannot be invoked without 'new'", 'class applied');

// Constructors.
class Base {
    constructor(a, b) {
        this.list = [a, b, arguments.length, new.target.name];
    }
}
class Derived extends Base {
    constructor(...rest) {
        super(...rest);
        this.count = rest.length;
    }
}
class Implicit extends Derived {
    field = this.count;
}
assertList(new Derived(1, 2, 3).list, [1, 2, 3, 'Derived'], 'super');
assertList(new Implicit(1, 2, 3).list, [1, 2, 3, 'Implicit'], 'implicit super');
assertEqual(new Implicit(1).field, 1, 'fields');
class Numbers extends Array {}
assertEqual(new Numbers(1, 2, 3).length, 3, 'built-in parent');
class Failure extends Error {
    constructor(...rest) {
        super(...rest);
    }
}
assertEqual(new Failure('text').message, 'text', 'error');
function construct(f, ...rest) {
    return new f(...rest);
}
assertList(construct(Base, 1, 2).list, [1, 2, 2, 'Base'], 'new');
assertEqual(construct(Array, 1, 2).length, 2, 'new of a native');
assertEqual(construct(Base.bind(null, 0), 1).list.join(), '0,1,2,Base', 'new of a bound one');
for (let i = 0; i < 20; i++) {
    function Fresh(...rest) {
        this.a = rest[0];
        this.b = rest.length;
        this['c' + i] = i;
    }
    const o = construct(Fresh, i, i, i);
    assertEqual(o.a + o.b + o['c' + i], 2 * i + 3, 'new of new functions');
}
// The prototype is fetched by script that changes the array under way.
{
    const list = [1, 2];
    const newTarget = new Proxy(Base, {
        get(f, key) {
            if (key === 'prototype') list.length = 0;
            return f[key];
        },
    });
    assertList(Reflect.construct(Derived, list, newTarget).list.slice(0, 3), [1, 2, 2], 'array changed by a getter');
    class Changing extends Base {
        constructor() {
            super(...list);
        }
    }
    list.push(5, 6);
    assertList(Reflect.construct(Changing, [], newTarget).list.slice(0, 3), [5, 6, 2], 'the same with super');
}

// Garbage collections while frames hold views.
function collecting(n, ...rest) {
    if (n === 0) return rest.length + rest[0].x + rest[rest.length - 1].x;
    for (let i = 0; i < 50; i++) ({ garbage: [i] });
    return collecting.apply(this, [n - 1, ...rest]);
}
assertEqual(collecting(50, { x: 1 }, { x: 2 }, { x: 3 }), 7, 'collections');
function deep(n, ...rest) {
    return n ? deep(n - 1, ...rest) : rest.length;
}
assertEqual(deep(300, 1, 2), 2, 'recursion by spread');

// Iteration that script has changed.
{
    const values = Array.prototype[Symbol.iterator];
    const log = [];
    Array.prototype[Symbol.iterator] = function () {
        log.push(this.length);
        return values.call(['changed']);
    };
    const results = [spread(1, 2), apply.call(self, 1, 2)];
    Array.prototype[Symbol.iterator] = values;
    assertEqual(results.join(';'), 'targetchanged;self' + 'changed', 'iterator of arrays changed');
    assertEqual(log.join(), '2,1,2', 'and called');
    const next = Object.getPrototypeOf([][Symbol.iterator]()).next;
    Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true });
    const nothing = spread(1, 2);
    Object.getPrototypeOf([][Symbol.iterator]()).next = next;
    assertEqual(nothing, 'target', 'next changed');
    assertEqual(spread(1, 2), 'target1,2', 'and back');
}
Array.prototype[1] = 'inherited';
assertEqual(at(1, 'a'), 'inherited', 'elements of the prototype');
assertEqual(length(1, 2, 3), 1, 'length with elements of the prototype');
assertEqual(all.apply(null, [1, , 3]).join(), '1,inherited,3', 'holes');
assertEqual(all(...[1, , 3]).join(), '1,inherited,3', 'holes of a spread');
delete Array.prototype[1];
Object.defineProperty(Array.prototype, '-1', { get() { return this.length; }, configurable: true });
assertEqual(at(-1, 'a', 'b'), 2, 'getter of the prototype');
delete Array.prototype[-1];
