// Regular expressions: random patterns over the whole grammar, in all combinations of flags, on short random subjects:
// syntax errors or not, exec with indices and groups, match, matchAll, replace, split, search, sticky and lastIndex.
//
// Differences that are meant, and not generated:
//   Node 20 has no duplicate named groups and no modifiers `(?i:)`, and its Unicode is 15.0: properties are of old scripts
//   and categories only.
//   Its /[^]/v and /[^[]]/v match nothing.
//   A capture without a match is "" instead of undefined to the function that replaces the second match and those after.
//   It crashes on some sticky expressions with a `^` that is not the first (/b{1}?^/uy).
//   Its /\P{...}/iv and set operations under /iv do not fold what they are made of (sec-maybesimplecasefolding).
//   Its search with /u and /v stops inside of surrogate pairs where an assertion holds (sec-regexpbuiltinexec steps by code
//   points): subjects for patterns with assertions have no pairs.

const letters = ['a', 'b', 'c', 'A', 'B', 'x', '1', '_', ' ', '\n', '-', '.', '\u00e9', '\u00c9', '\u03c3', '\u03a3', '\u03c2', 's', '\u017f',
    'k', '\u212a', '\u00df', '\u1e9e', '\u0130', '\u0131', '\ud83d\ude00', '\ud801\udc00', '\ud801\udc28', '\ud83d', '\ude00', '\u2028'];
const common = ['a', 'b', 'c', 'a', 'b', 'A', '1'];
const letter = () => chance(70) ? pick(common) : pick(letters);
const subject = p => repeat(0, 9, letter).filter(c => c.length === 1 || !/\\b|\(\?[=!<]|[$^]/i.test(p)).join('');

let groups, names, flags;
const unicode = () => /[uv]/.test(flags);

function escapeLetter(c) {
    return /[\^$\\.*+?()[\]{}|\/]/.test(c) ? '\\' + c : c === '\n' ? '\\n' : c === '-' && flags.includes('v') ? '\\-' : c;
}
const properties = ['L', 'Lu', 'Ll', 'Nd', 'Script=Greek', 'sc=Latin', 'Script_Extensions=Greek', 'ASCII', 'Any', 'Alphabetic', 'Uppercase', 'Lowercase', 'gc=P',
    'Emoji_Presentation', 'General_Category=Decimal_Number', 'White_Space', 'ID_Start', 'Hex_Digit'];
const badProperties = ['', 'X', 'Script', 'Script=', 'greek', 'L=Lu', 'Lu ', 'RGI_Emoji=1'];
const stringProperties = ['RGI_Emoji', 'Basic_Emoji', 'Emoji_Keycap_Sequence'];
function property() {
    const name = chance(5) ? pick(badProperties) : flags.includes('v') && chance(10) ? pick(stringProperties) : pick(properties);
    return `\\${/i.*v/.test(flags) ? 'p' : pick('ppP')}{${name}}`;
}
function classEscape() { return pick(['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\w', '\\W']); }
function characterEscape() {
    return pick([() => '\\x' + pick(['61', '41', 'e9', '6', 'g1', 'df']), () => '\\u' + pick(['0061', '00e9', '{61}', '{1F600}', '{110000}', '{}', 'd83d', 'd83d\\ude00', '017f', '212A', '006']),
        () => '\\c' + pick(['J', 'j', '1', '_', '']), () => '\\' + pick(['n', 't', '0', '00', '01', '07', '08', 'f', 'v', 'r']), () => '\\' + pick(['-', '/', '^', '$', '.', 'a', 'e', '_', '&', '!', '}', ']', '8', '9'])])();
}
function classAtom() {
    return pickWeighted([[10, () => escapeLetter(letter())], [2, classEscape], [2, characterEscape], [unicode() ? 2 : 0, property], [1, () => '\\b'], [1, () => pick(['^', '-', '$', '.', '*', '(', '|', '\\B', '\\k', '\\1', '\\7'])]])();
}
function setOperand(depth) {
    return pickWeighted([[6, () => escapeLetter(letter())], [3, () => characterClass(depth + 1)], [2, classEscape], [2, property],
        [2, () => `\\q{${repeat(1, 3, () => repeat(0, 2, letter).map(escapeLetter).join('')).join('|')}}`], [1, characterEscape]])();
}
function characterClass(depth = 0) {
    const negated = chance(25) ? '^' : '';
    if (flags.includes('v') && depth < 3 && chance(60)) {
        const how = flags.includes('i') ? '' : pick(['&&', '--', '']);
        return `[${negated}${repeat(negated || depth ? 1 : 0, 3, () => setOperand(depth)).join(how)}]`;
    }
    const parts = repeat(negated && flags.includes('v') ? 1 : 0, 4, () => chance(25) ? `${classAtom()}-${classAtom()}` : classAtom());
    if (chance(3)) parts.push(pick(['&&', '--', '!!', '##', '[', '-', '{', '}']));
    return `[${negated}${parts.join('')}]`;
}
function quantifier() {
    const n = below(4);
    const q = pickWeighted([[4, '*'], [4, '+'], [4, '?'], [2, `{${n}}`], [2, `{${n},}`], [2, `{${n},${n + below(3)}}`], [1, pick(['{2,1}', '{,2}', '{', '{1', '{a}', '{0}', '{0,0}', '**', '{1,99999999999}'])]]);
    return q + (chance(30) ? '?' : '');
}
function group(depth) {
    return pickWeighted([
        [5, () => { groups++; return `(${disjunction(depth + 1)})`; }],
        [4, () => `(?:${disjunction(depth + 1)})`],
        [2, () => { groups++; const name = pick(['n', 'm', '$', '_x', '\u00e9', 'l\\u0061']) + names.length; names.push(name); return `(?<${name}>${disjunction(depth + 1)})`; }],
        [3, () => `(?${pick(['=', '!', '<=', '<!'])}${disjunction(depth + 1)})`],
        [0.3, () => `(${pick(['?', '?<', '?<1>', '?<>', '?P', '?#', '?>', '?'])}${disjunction(depth + 1)})`],
    ])();
}
function atom(depth) {
    return pickWeighted([
        [10, () => escapeLetter(letter())],
        [3, () => '.'],
        [4, characterClass],
        [2, classEscape],
        [2, characterEscape],
        [unicode() ? 2 : 0.2, property],
        [depth < 3 ? 6 : 0, () => group(depth)],
        [2, () => '\\' + (1 + below(groups + 2))],
        [names.length ? 2 : 0.1, () => `\\k<${names.length && chance(95) ? pick(names) : 'zz'}>`],
    ])();
}
function assertion() { return pick(['^', '$', '\\b', '\\B']); }
function term(depth) {
    if (chance(12)) return assertion() + (chance(3) ? quantifier() : '');
    return atom(depth) + (chance(35) ? quantifier() : '');
}
function disjunction(depth) {
    return repeat(1, chance(25) ? 3 : 1, () => repeat(chance(8) ? 0 : 1, depth ? 3 : 4, () => term(depth)).join('')).join('|');
}
function pattern() {
    groups = 0;
    names = [];
    let p = disjunction(0);
    if (chance(3)) { // broken
        const at = below(p.length + 1);
        p = p.slice(0, at) + pick(['(', ')', '[', ']', '{', '}', '*', '?', '\\', '|', '^', '$', '-']) + p.slice(at + below(2));
    }
    return p;
}

const shape = m => m && [m.index, [...m], m.groups && Object.entries(m.groups), m.indices && [[...m.indices], m.indices.groups && Object.entries(m.indices.groups)]];
const templates = ['[$&]', '$1', '<$`|$\'>', '$2$3', '$<n0>', '$$', '$01$10', '$0', '', 'x'];
const withTimeLimit = p => (p.match(/[*+{]/g) || []).length <= 6; // so that nothing takes exponential time for long

for (let i = 0; i < COUNT;) {
    flags = [...'dgimsy'].filter(f => chance(f === 'i' ? 40 : 20)).join('') + pickWeighted([[5, ''], [3, 'u'], [3, 'v']]);
    const p = pattern();
    if (!withTimeLimit(p)) continue;
    if (/[^[]\^/.test(p)) flags = flags.replace('y', '');
    i++;
    const name = `${show(p)} ${flags}`;
    let r;
    note('syntax', name, () => { r = new RegExp(p, flags); return r.source === p; });
    if (!r) continue;
    for (const s of repeat(1, 2, () => subject(p))) {
        const input = `${name} ${show(s)}`;
        const from = chance(30) ? below(s.length + 2) : 0;
        note('exec', `${input} ${from}`, () => { r.lastIndex = from; return [shape(r.exec(s)), r.lastIndex]; });
        switch (below(5)) {
        case 0: note('match', input, () => { r.lastIndex = 0; const m = s.match(r); return [m && [...m], r.lastIndex]; }); break;
        case 1: note('matchAll', input, () => { r.lastIndex = 0; return [...s.matchAll(r)].map(shape); }); break;
        case 2: {
            const t = pick(templates);
            note('replace', `${input} ${show(t)}`, () => { r.lastIndex = 0; return [s.replace(r, t), r.lastIndex]; });
            note('replace by function', input, () => { r.lastIndex = 0; const calls = []; return [s.replace(r, (...a) => { calls.push(a.slice(0, -1).map(c => c ?? '')); return '#'; }), calls]; });
            break;
        }
        case 3: { const limit = chance(20) ? below(4) : undefined; note('split', `${input} ${limit}`, () => s.split(r, limit)); break; }
        default: note('search', input, () => { r.lastIndex = 1; return [s.search(r), r.test(s), r.lastIndex]; });
        }
    }
}
flush();
