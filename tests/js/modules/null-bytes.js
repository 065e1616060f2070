// Names with null bytes name nothing.
const { isBuiltin, createRequire } = require('module');
for (const load of [require, require.resolve, require('module')._load]) {
    for (const name of ['fs\0x', 'node:fs\0x', './null-bytes.js\0x']) {
        try { load(name); console.log('loaded', name); } catch (e) { console.log(e.code); }
    }
}
console.log(isBuiltin('fs\0x'));
import('fs\0x').catch(e => console.log(e.code));

// expect: ERR_INVALID_ARG_VALUE
// expect: ERR_INVALID_ARG_VALUE
// expect: ERR_INVALID_ARG_VALUE
// expect: ERR_INVALID_ARG_VALUE
// expect: ERR_INVALID_ARG_VALUE
// expect: ERR_INVALID_ARG_VALUE
// expect: ERR_INVALID_ARG_VALUE
// expect: ERR_INVALID_ARG_VALUE
// expect: ERR_INVALID_ARG_VALUE
// expect: false
// expect: ERR_INVALID_ARG_VALUE
