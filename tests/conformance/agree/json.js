// JSON: parse of random texts, valid and broken (value, or kind and message of the error), with and without reviver;
// stringify of random values with indentation, replacer function and list, toJSON, wrappers, Dates, BigInts and cycles;
// round trips of numbers and strings.
//
// Differences that are meant: none are known.

const units = ['a', 'b', '"', '\\', '/', '\b', '\f', '\n', '\r', '\t', '\0', '\x1f', '\x7f', '\u00e9', '\u2028', '\u2029', '\ufeff', '\ud83d', '\ude00', '\ud83d\ude00', ' ', '1'];
const string = () => repeat(0, 6, () => pick(units)).join('');
const number = () => pick([() => below(10), () => -below(100), () => below(2 ** 32 - 1), () => randomDouble(), () => below(1e6) / 1000, () => -0, () => below(1000) * Number('1e' + (below(600) - 300)), () => NaN, () => 1 / 0])();

// --- texts

const blank = () => chance(15) ? pick([' ', '\n', '\t', '\r', '  ', '\n  ']) : '';
const numberText = () => pick(['0', '-0', '1', '12', '-7', '1.5', '0.25', '1e3', '1E-2', '-1.5e+10', '123456789012345678901234567890', '1e400', '1e-400', '0.1', '5e-324']);
const badNumber = () => pick(['01', '1.', '.5', '+1', '-', '1e', '1e+', '0x10', '-a', '1_0', 'NaN', 'Infinity', '--1', '1.e3', '00']);
function stringText() {
    return '"' + repeat(0, 5, () => pickWeighted([[6, () => pick(['a', 'b', ' ', '\u00e9', '\u2028', '\ud83d\ude00', '\x7f'])],
        [2, () => pick(['\\n', '\\"', '\\\\', '\\/', '\\b', '\\f', '\\r', '\\t', '\\u0041', '\\ud83d\\ude00', '\\uD83D', '\\u00E9'])], [0.15, () => pick(['\\x41', '\\u12', '\\u{41}', '\\', '\n', '\t', '\x00', '\\a', '\\\''])]])()).join('') + '"';
}
const keyText = () => pick([stringText, () => `"${pick(['a', 'b', '1', '0', '__proto__', 'length', '-1', '01', '4294967295', 'toJSON'])}"`])();
function text(depth = 0) {
    return blank() + pickWeighted([
        [3, numberText], [3, stringText], [2, () => pick(['true', 'false', 'null'])],
        [depth < 4 ? 4 : 0, () => `[${repeat(0, 4, () => text(depth + 1)).join(',')}${blank()}]`],
        [depth < 4 ? 4 : 0, () => `{${repeat(0, 4, () => `${blank()}${keyText()}${blank()}:${text(depth + 1)}`).join(',')}${blank()}}`],
        [0.1, badNumber], [0.1, () => pick(['tru', 'True', 'undefined', 'nul', "'a'", '', 'falsey', 'nulll', '/**/1', '[1,]', '{a:1}', '{"a" 1}', '{"a":}', '[,1]', '{,}', '[1 2]'])],
    ])() + blank();
}
function broken(s) {
    const at = below(s.length + 1);
    return pick([() => s.slice(0, at), () => s.slice(0, at) + s.slice(at + 1), () => s.slice(0, at) + pick(['"', '{', '}', '[', ']', ',', ':', '\\', '\n', '\u00a0', 'x', '1', '-', '\ufeff', 'e', '.']) + s.slice(at)])();
}

// --- values

function value(depth = 0) {
    return pickWeighted([
        [4, number], [4, string], [2, () => pick([true, false, null, undefined])],
        [depth < 4 ? 4 : 0, () => { const a = repeat(0, 4, () => value(depth + 1)); if (chance(10)) a.length += 2; if (chance(5)) a.extra = 1; return a; }],
        [depth < 4 ? 4 : 0, () => object(depth)],
        [0.5, () => pick([() => Symbol('s'), () => () => 1, () => class {}, () => /x/g, () => new Map([[1, 2]])])()],
        [0.5, () => pick([() => new Number(number()), () => new String(string()), () => new Boolean(chance(50)), () => Object(1n), () => new Date(below(1e9) * 1000), () => new Date(NaN)])()],
        [0.1, () => 1n],
        [0.4, () => new Uint8Array([1, 2, 300])],
    ])();
}
const key = () => pick([string, () => pick(['a', 'b', 'c', '1', '0', '10', '__proto__', 'toJSON ', '-1', '1.5'])])();
function object(depth) {
    const o = chance(5) ? Object.create(null) : {};
    for (const k of repeat(0, 4, key)) Object.defineProperty(o, k, { value: value(depth + 1), enumerable: !chance(5), writable: true, configurable: true });
    if (chance(10)) o.toJSON = pick([function (k) { return ['json', k, this === o]; }, () => undefined, () => 5, 7, null]);
    if (chance(5)) o.self = pick([o, [o], { deep: { er: o } }]);
    if (chance(4)) Object.defineProperty(o, 'get', { get() { return value(4); }, enumerable: true });
    if (chance(5)) o[Symbol('x')] = 1;
    if (chance(3)) return new Proxy(o, {});
    if (chance(1)) return new Proxy(Array.isArray(o) ? o : Object.values(o), {});
    return o;
}
const space = () => pickWeighted([[6, undefined], [2, 2], [1, pick([0, 1, 4, 10, 11, -1, 2.9, '\t', '--', '', 'aaaaaaaaaaaaaa', new Number(3), new String('ab'), NaN, true, {}])]]);
function replacer() {
    return pickWeighted([[6, undefined], [1, pick([
        ['a', 'b', 1], [1, '1', new Number(0), new String('c'), 'a', 'a', null, {}], [], function (k, v) { return typeof v === 'number' ? v + 1 : v; },
        function (k, v) { return k === 'a' ? undefined : v; }, (k, v) => (Array.isArray(v) ? [...v, k] : v), {}, 5, new Proxy(['a', 'c'], {}),
        function (k, v) { return k === 'b' ? { inner: [k, this === undefined] } : v; }])]]);
}

for (let i = 0; i < COUNT; i++) {
    switch (below(5)) {
    case 0:
    case 1: {
        let s = text();
        if (chance(30)) s = broken(s);
        note('parse', show(s), () => JSON.parse(s), true);
        if (chance(20)) {
            const visited = [];
            note('revive', show(s), () => [JSON.parse(s, function (k, v) {
                visited.push(k, Array.isArray(this));
                return k === 'a' ? undefined : k === '1' && Array.isArray(this) ? 'one' : typeof v === 'number' ? -v : v;
            }), visited]);
        }
        break;
    }
    case 2:
    case 3: {
        const v = value(), by = replacer(), indent = space();
        note('stringify', i, () => JSON.stringify(v, by, indent), true);
        break;
    }
    default: {
        const s = string(), x = number();
        note('round trip', show(s), () => JSON.parse(JSON.stringify(s)) === s);
        note('round trip', show(x), () => Object.is(JSON.parse(JSON.stringify(x)), x) + ' ' + JSON.stringify([x]));
    }
    }
}
flush();
