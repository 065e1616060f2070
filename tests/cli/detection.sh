. "$TESTS/cli/helpers.sh"
# A file that only a module can be is run as one.
echo 'import fs from "node:fs"; console.log(typeof this, typeof fs.existsSync)' >a.js
vm a.js
expect_status 0; expect_stdout 'undefined function'
echo 'console.log(await Promise.resolve(5))' >b.js
vm b.js
expect_status 0; expect_stdout 5
echo 'with_ = 1; console.log(typeof this, delete globalThis.with_)' >c.js
vm c.js
expect_status 0; expect_stdout 'object true'
vm --script a.js
expect_status 1; expect_stderr_has SyntaxError
vm --module c.js
expect_status 1; expect_stderr_has ReferenceError

# The error of the attempt that got further.
printf 'import fs from "node:fs";\nlet x = ;\n' >d.js
vm d.js
expect_status 1; expect_stderr_has 'd.js:2:9'
printf 'let a = 08;\nlet x = ;\n' >e.js
vm e.js
expect_status 1; expect_stderr_has 'e.js:2:9'

vm -e 'import { a } from "./m.mjs"; console.log(a)'
expect_status 1; expect_stderr_has m.mjs
echo 'export const a = import.meta.filename.endsWith("/m.mjs") && import.meta.url.startsWith("file:///")' >m.mjs
vm -e 'import { a } from "./m.mjs"; console.log(a)'
expect_status 0; expect_stdout true
vm -e 'import("./m.mjs").then(m => console.log(m.a, m))'
expect_stdout 'true [Module: null prototype] { a: true }'

mkdir 'odd name#1'
echo 'export default import.meta.url' >'odd name#1/m.mjs'
vm -e 'import("./odd name%231/m.mjs").then(async m => console.log(m.default.endsWith("/odd%20name%231/m.mjs"), (await import(m.default)) === m))'
expect_status 0; expect_stdout 'true true'
