// The stacks of errors that come up while modules are loaded, linked or evaluated.
const fs = require('fs'), os = require('os'), path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vm-imports-'));
const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
const show = error => console.log(error.stack.replaceAll(folder, '').replaceAll(__dirname, ''));

write('missing.mjs', `import './absent.mjs';`);
write('unnamed.mjs', `import './empty.mjs';\nimport { name } from './empty.mjs';`);
write('empty.mjs', '');
write('syntax.mjs', 'let x = ;');
write('throws.mjs', `import './waits.mjs'; throw new Error('late');`);
write('waits.mjs', 'await 1;');
for (const name of ['missing', 'unnamed', 'syntax', 'throws']) write(`by_${name}.mjs`, `import fs from 'fs';\nimport './${name}.mjs';`);

(async () => {
    for (const name of ['missing', 'unnamed', 'syntax', 'throws']) await import(`${folder}/by_${name}.mjs`).catch(show);
    // Once more from another module: the imports are those of this time.
    write('other.mjs', `import './missing.mjs';`);
    await import(`${folder}/other.mjs`).catch(show);
    fs.rmSync(folder, { recursive: true });
})();

// expect: Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/absent.mjs' imported from /missing.mjs
// expect:     at import (/missing.mjs:1:8)
// expect:     at import (/by_missing.mjs:2:8)
// expect: SyntaxError: The requested module './empty.mjs' does not provide an export named 'name'
// expect:     at import (/unnamed.mjs:2:10)
// expect:     at import (/by_unnamed.mjs:2:8)
// expect: SyntaxError: Unexpected token ';'
// expect:     at import (/by_syntax.mjs:2:8)
// expect: Error: late
// expect:     at /throws.mjs:1:29
// expect: Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/absent.mjs' imported from /missing.mjs
// expect:     at import (/missing.mjs:1:8)
// expect:     at import (/other.mjs:1:8)
