// Numbers and text: toString in every radix, toFixed, toPrecision, toExponential; Number(), parseFloat, parseInt and
// literals of random decimal, hexadecimal, octal and binary text; BigInt to and from text.
//
// Differences that are meant, and what is done about them here:
//   10 ** n is the nearest double in the vm, and not always in Node: powers of ten are read from text.
//   parseInt in a radix that is not 10 nor a power of two may approximate beyond 20 digits (sec-parseint-string-radix),
//   and both do, each in its way: such texts are kept short.

const integer = () => pickWeighted([[4, below(10)], [3, below(1000)], [2, below(2 ** 31)], [1, below(2 ** 32 - 1) * 2 ** 21 + below(2 ** 21)]]);
const special = [0, -0, NaN, Infinity, -Infinity, 5e-324, -5e-324, 2.2250738585072014e-308, 2.225073858507201e-308,
    1.7976931348623157e308, 2 ** 53, 2 ** 53 + 2, 2 ** 64, 1e21, 1e-7, 1e-6, 123456789012345680000, 0.1, 0.5, 1.5, 2.5, 1e22, 1e23];
function number() {
    switch (below(8)) {
    case 0: return pick(special);
    case 1: return integer() * pick([1, -1]);
    case 2: return integer() / Number('1e' + below(25));
    case 3: return integer() / 2 ** below(1074);
    case 4: return integer() * Number('1e' + below(300));
    case 5: return 2 ** (below(2100) - 1074);
    case 6: return (below(1000) + 0.5) / Number('1e' + below(6)); // ties
    default: return randomDouble();
    }
}

const digits = (set, least, most) => repeat(least, most, () => pick(set)).join('');
function decimal() {
    const long = chance(10) ? 800 : chance(30) ? 40 : 18;
    let text = digits('0123456789', 0, long);
    if (chance(60)) text += '.' + (chance(20) ? '0'.repeat(below(330)) : '') + digits('0123456789', 0, long);
    if (chance(50)) text += pick(['e', 'E']) + pick(['', '+', '-']) + digits('0123456789', chance(5) ? 0 : 1, 3);
    return text;
}
// Close to the middle between two doubles: what rounding has to look at.
function halfway() {
    bits.setFloat64(0, Math.abs(randomDouble()));
    const low = bits.getBigUint64(0);
    if (low >= 0x7fe0000000000000n) return '1e308';
    const exponent = Number(low >> 52n), mantissa = (low & 0xfffffffffffffn) | (exponent ? 0x10000000000000n : 0n);
    const power = (exponent || 1) - 1075 - 1, twice = 2n * mantissa + 1n; // twice * 2 ** power
    if (power >= 0) return String((twice << BigInt(power)) + BigInt(below(3)) - 1n);
    const text = String(twice * 5n ** BigInt(-power)), places = -power;
    const tail = pick(['', '0', '1', '0000000000000001']);
    return text + tail + 'e-' + (places + tail.length);
}
function text() {
    let s = pickWeighted([[10, decimal], [4, halfway], [2, () => '0x' + digits('0123456789abcdefABCDEF', 0, 30)],
        [2, () => '0o' + digits('01234567', 0, 40)], [2, () => '0b' + digits('01', 0, 80)], [1, () => pick(['Infinity', 'NaN', 'infinity', '', '.', 'e5', '0x', '1_000', '00', '010', '0.'])],
        [1, () => digits('0123456789.eE+-xob_ ', 1, 8)]])();
    if (chance(15)) s = pick(['+', '-', '--', '- ']) + s;
    if (chance(10)) s = pick([' ', '\n', '\t', '\u00a0', '\ufeff', '\u2028', '\u180e', '\0']) + s;
    if (chance(10)) s += pick([' ', '\n', 'px', 'n', '\u3000', '.', '_', '\0']);
    return s;
}

for (let i = 0; i < COUNT; i++) {
    switch (below(9)) {
    case 0: { const x = number(), radix = 2 + below(35); note('toString radix', `${show(x)} ${radix}`, () => x.toString(radix)); break; }
    case 1: { const x = number(), n = below(102); note('toFixed', `${show(x)} ${n}`, () => x.toFixed(n)); break; }
    case 2: { const x = number(), n = below(102); note('toPrecision', `${show(x)} ${n}`, () => x.toPrecision(n)); break; }
    case 3: { const x = number(), n = chance(10) ? undefined : below(102); note('toExponential', `${show(x)} ${n}`, () => x.toExponential(n)); break; }
    case 4: { const s = text(); note('Number', show(s), () => Number(s)); break; }
    case 5: { const s = text(); note('parseFloat', show(s), () => parseFloat(s)); break; }
    case 6: { const radix = pick([undefined, 10, 16, 2, 8, 36, 0, 1, 37, 3 + below(30)]), exact = !radix || radix === 10 || !(radix & radix - 1); const s = exact ? text() : text().slice(0, 10); note('parseInt', `${show(s)} ${radix}`, () => parseInt(s, radix)); break; }
    case 7: { const s = pick([decimal, halfway, text])(); note('literal', show(s), () => (0, eval)(s)); break; }
    default: {
        const s = chance(70) ? digits('0123456789', 1, 60) : text(), radix = 2 + below(35);
        note('BigInt', `${show(s)} ${radix}`, () => BigInt(s).toString(radix));
    }
    }
    if (chance(20)) { const x = number(); note('String', show(x), () => String(x) + ' ' + JSON.stringify([x]) + ' ' + Number(String(x)) + ' ' + (x | 0) + ' ' + (x >>> 0)); }
}
flush();
