// What the subjects share: random numbers from SEED, and lines of output.
'use strict';

let state = (SEED * 2654435761 + 12345) >>> 0;
// A random integer below n (xorshift).
function below(n) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
}
for (let i = 0; i < 20; i++) below(2);
const chance = percent => below(100) < percent;
const pick = list => list[below(list.length)];
const pickWeighted = pairs => { // [[weight, value], ...]
    let at = below(pairs.reduce((sum, [weight]) => sum + weight * 10, 0)) / 10;
    for (const [weight, value] of pairs) if ((at -= weight) < 0) return value;
};
const repeat = (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make);
// A double with random bits.
const bits = new DataView(new ArrayBuffer(8));
function randomDouble() {
    bits.setUint32(0, below(2 ** 32 - 1));
    bits.setUint32(4, below(2 ** 32 - 1));
    return bits.getFloat64(0);
}

// A value as one line of ASCII.
function show(value, depth = 0) {
    if (typeof value === 'string') {
        return JSON.stringify(value).replace(/[\x7f-\uffff]/g, c => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
    }
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
    if (depth > 20) return '...';
    const inner = Object.keys(value).map(key => (Array.isArray(value) && key === String(Number(key)) ? '' : show(key) + ':') +
                                                show(value[key], depth + 1));
    return Array.isArray(value) ? `[${value.length}|${inner}]` : `{${inner}}`;
}

const lines = [];
// Notes a case: the outcome of a function, shown, or the name of what it throws (with the message when asked).
function note(kind, input, f, withMessage) {
    let outcome;
    try {
        outcome = show(f());
    } catch (e) {
        outcome = 'throws ' + (e && e.name) + (withMessage ? ' ' + show(e.message) : '');
    }
    lines.push(`${kind}\t${typeof input === 'string' ? input : show(input)}\t${outcome}`);
    if (lines.length >= 1000) flush();
}
function flush() {
    if (lines.length) console.log(lines.join('\n'));
    lines.length = 0;
}
