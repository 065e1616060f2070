. "$TESTS/cli/helpers.sh"
# A generated program of one line, its original of five, and maps between them.
cat >make.js <<'JS'
const { writeFileSync, mkdirSync } = require('fs');
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
function vlq(n) {
    let bits = n < 0 ? -n * 2 + 1 : n * 2, text = '';
    do {
        const d = bits % 32;
        bits = (bits - d) / 32;
        text += digits[d + (bits ? 32 : 0)];
    } while (bits);
    return text;
}
// segments: [generated column, source, line, column] of one line
function encode(segments) {
    const last = [0, 0, 0, 0];
    return segments.map(s => s.map((n, i) => { const d = n - last[i]; last[i] = n; return vlq(d); }).join('')).join(',');
}
const original = 'type T = string;\nfunction fail(text: T) {\n\n    throw new Error(text);\n}\n  fail("mapped");\n';
const generated = 'function fail(t){throw new Error(t)}fail("mapped");';
const mappings = encode([[0, 0, 1, 0], [17, 0, 3, 4], [23, 0, 3, 10], [36, 0, 5, 2]]);
const map = { version: 3, sources: ['src/original.ts'], sourcesContent: [original], names: [], mappings };
const base64 = text => text === '' ? '' : (() => {
    let out = '';
    for (let i = 0; i < text.length; i += 3) {
        const n = text.charCodeAt(i) << 16 | (text.charCodeAt(i + 1) || 0) << 8 | (text.charCodeAt(i + 2) || 0);
        out += digits[n >> 18] + digits[n >> 12 & 63] + (i + 1 < text.length ? digits[n >> 6 & 63] : '=') + (i + 2 < text.length ? digits[n & 63] : '=');
    }
    return out;
})();
const comment = '\n//# sourceMappingURL=';
writeFileSync('inline.js', generated + comment + 'data:application/json;charset=utf-8;base64,' + base64(JSON.stringify(map)));
writeFileSync('percent.js', generated + comment + 'data:application/json,' + encodeURIComponent(JSON.stringify(map)));
mkdirSync('built/src', { recursive: true });
writeFileSync('built/beside.js', generated + comment + 'beside.js.map');
writeFileSync('built/beside.js.map', ")]}'\n" + JSON.stringify({ ...map, sourcesContent: undefined, sourceRoot: 'src', sources: ['original.ts'] }));
writeFileSync('built/src/original.ts', original);
writeFileSync('sections.js', '// a line of its own\n/**/' + generated + comment + 'sections.json');
writeFileSync('sections.json', JSON.stringify({ version: 3, sections: [{ offset: { line: 1, column: 4 }, map }] }));
writeFileSync('missing.js', generated + comment + 'no-such-file.map');
writeFileSync('damaged.js', generated + comment + 'damaged.map');
writeFileSync('damaged.map', JSON.stringify({ ...map, mappings: 'AA!' }));
writeFileSync('nonsense.js', generated + comment + 'nonsense.map');
writeFileSync('nonsense.map', '{ "version": 3,');
writeFileSync('module.mjs', generated.replace('fail("mapped");', 'export {};fail("m");') + comment + 'data:application/json,' + encodeURIComponent(JSON.stringify(map)));
JS
vm make.js
expect_status 0; expect_silence

mapped() { # file, folder of the original
    vm --enable-source-maps "$1"
    expect_status 1
    expect_stderr_has "$2src/original.ts:4:11"
    expect_stderr_has '    throw new Error(text);'
    expect_stderr_has "at fail ($PWD/$2src/original.ts:4:11)"
    expect_stderr_has "$PWD/$2src/original.ts:6:3"
    ! grep -qF "$1:" err || fail 'generated places are left'
}
mapped inline.js ''
mapped percent.js ''
mapped built/beside.js built/
mapped sections.js ''
vm --enable-source-maps module.mjs
expect_stderr_has 'src/original.ts:4:11'

for file in missing damaged nonsense; do
    vm --enable-source-maps $file.js
    expect_status 1; expect_stderr_has "$file.js:1:24"; expect_stderr_has 'Error: mapped'
done

# Without the option nothing is read; a program may switch it on.
vm inline.js
expect_stderr_has 'inline.js:1:24'
vm -e 'process.setSourceMapsEnabled(true); import("./inline.js")'
expect_stderr_has 'src/original.ts:4:11'
vm -e 'process.setSourceMapsEnabled(1)'
expect_stderr_has ERR_INVALID_ARG_TYPE
