// The messages of assert: random values against changed copies of them, under every comparing function.
//
// Differences that are meant: in rare cases Node takes Maps with boolean keys for loosely equal whose values are not.
const assert = require('assert');
const methods = ['equal', 'notEqual', 'strictEqual', 'notStrictEqual', 'deepEqual', 'notDeepEqual', 'deepStrictEqual',
    'notDeepStrictEqual', 'match', 'doesNotMatch', 'throws', 'doesNotThrow', 'ifError'];
const primitive = () => pickWeighted([[3, below(20)], [2, 'text'.repeat(below(4)) + below(5)], [1, true], [1, null], [1, undefined], [1, -0],
    [1, NaN], [1, BigInt(below(9))], [1, 'two\nlines\n'.repeat(1 + below(9)) + below(3)], [1, 'it\'s "q"'.repeat(below(6))]]);
function value(depth) {
    if (depth <= 0 || chance(25)) return primitive();
    switch (below(9)) {
    case 0: case 1: return repeat(0, chance(10) ? 70 : 6, () => value(depth - 1));
    case 2: case 3: case 4: return Object.fromEntries(repeat(0, chance(10) ? 40 : 5, () => [pick('abcdefghij') + below(6), value(depth - 1)]));
    case 5: return new Map(repeat(0, 4, () => [primitive(), value(depth - 1)]));
    case 6: return new Set(repeat(0, 4, primitive));
    case 7: return pick([new Date(0), /re/g, new Uint8Array(below(4)), Object(1), Object('s'), new (class Own { x = below(2); })()]);
    default: return Object.assign(repeat(0, 3, () => value(depth - 2)), { extra: primitive() });
    }
}
// A copy with a few things changed.
function changed(v) {
    if (chance(6)) return primitive();
    if (Array.isArray(v)) {
        const copy = v.map(one => chance(90) ? one : changed(one));
        if (chance(10)) copy.splice(below(copy.length + 1), below(3), primitive());
        return copy;
    }
    if (v instanceof Map) return new Map([...v].map(([k, one]) => [k, changed(one)]));
    if (v instanceof Set) return new Set([...v, ...repeat(0, 1, primitive)]);
    if (v && Object.getPrototypeOf(v) === Object.prototype) {
        const entries = Object.entries(v).map(([k, one]) => [k, chance(70) ? one : changed(one)]);
        if (chance(15)) entries.splice(below(entries.length + 1), 1, ['new', primitive()]);
        return Object.fromEntries(entries);
    }
    return v;
}
for (let i = 0; i < COUNT; i++) {
    const actual = value(3), expected = chance(10) ? value(2) : changed(actual), method = pick(methods);
    let outcome = 'passes';
    try {
        if (method === 'match' || method === 'doesNotMatch') assert[method](chance(80) ? String(pick(['a', 'text', 'b1'])) : primitive(), pick([/t/, /a/, /\d/]));
        else if (method === 'throws') assert.throws(() => { if (chance(80)) throw pick([new TypeError('t1'), Object.assign(new Error('e'), { code: 'C', info: actual }), primitive()]); }, pick([undefined, TypeError, RangeError, /t/, { message: 't1' }, { code: 'C', info: expected }, { message: /e/, code: 'D' }, () => true, () => 0]));
        else if (method === 'doesNotThrow') assert.doesNotThrow(() => { if (chance(80)) throw pick([new TypeError('t1'), new Error('e')]); }, pick([undefined, TypeError, /t/, 'message']));
        else if (method === 'ifError') assert.ifError(pick([null, undefined, 0, 'text', new Error('e'), { message: 'm' }, { message: '' }]));
        else assert[method](actual, expected, ...(chance(5) ? ['given message'] : []));
    } catch (e) {
        outcome = `${e.name} ${e.code} ${e.operator} ${e.generatedMessage} ${e.message}`;
    }
    console.log(`${method}\t${i}\t${show(outcome)}`);
}
