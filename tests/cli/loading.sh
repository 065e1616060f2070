. "$TESTS/cli/helpers.sh"
# How the program is found, and what is loaded before it.
mkdir -p app/lib plain module
echo '{"main": "lib/start"}' >app/package.json
echo 'console.log("app", require.main === module, module.id, __filename, process.argv.slice(1).join())' >app/lib/start.js
echo 'console.log("index")' >plain/index.js
echo '{"type": "module"}' >module/package.json
echo 'console.log(typeof require, typeof this, import.meta.filename)' >module/a.js
echo 'console.log(typeof require, require("./b.js").default)' >module/a.cjs
echo 'export default "b"' >module/b.js
for program in app ./app/ app/lib/start app/lib/start.js; do
    vm $program x
    expect_status 0; expect_stdout "app true . $PWD/app/lib/start.js $PWD/${program#./},x"
done
vm plain; expect_stdout index
vm module/a.js; expect_stdout "undefined undefined $PWD/module/a.js"
vm module/a.cjs; expect_stdout 'function b'
ln -s app/lib/start.js link.js
vm link.js; expect_stdout "app true . $PWD/app/lib/start.js $PWD/link.js"
vm nothing; expect_status 1; expect_stderr_has 'cannot read nothing: no such file'
mkdir empty
vm empty; expect_status 1; expect_stderr_has 'cannot read empty'
echo '{"main": "absent.js"}' >empty/package.json
vm empty; expect_status 1; expect_stderr_has 'valid "main" entry'
echo '{"a":' >data.json
vm data.json; expect_status 1; expect_stderr_has "$PWD/data.json: Unexpected end of JSON input"

# Scripts have no module around them.
echo 'var a = 1; console.log(this === globalThis, globalThis.a, typeof require, typeof module)' >script.js
vm --script script.js; expect_stdout 'true 1 undefined undefined'
vm script.js; expect_stdout 'false undefined function object'
vm --module script.js; expect_stdout 'false undefined undefined undefined'

# Texts are scripts that have require, or modules.
vm -e 'var a = 1; console.log(globalThis.a, require.main, module.id, __filename, __dirname, this === globalThis, exports === module.exports)'
expect_stdout '1 undefined [eval] [eval] . true true'
vm -p 'require("./module/b.js").default'; expect_stdout b
vm -p '[typeof require, typeof module]'; expect_stdout "[ 'function', 'object' ]"
vm -p 'import.meta'; expect_status 1; expect_stderr_has SyntaxError
vm -e 'import b from "./module/b.js"; console.log(b, typeof require)'; expect_stdout 'b undefined'
vm --input-type=module -e 'console.log(typeof require, import.meta.url)'; expect_stdout "undefined file://$PWD/[eval]"
vm --input-type module -e 'console.log(await 5)'; expect_stdout 5
vm -e 'import("./module/b.js").then(m => console.log(m.default))'; expect_stdout b
vm -e 'require("./nothing")'
expect_status 1; expect_stderr_has "Cannot find module './nothing'"; expect_stderr_has "- $PWD/[eval]"
vm -e 'new Promise(() => {})'; expect_status 0; expect_silence
vm --input-type=module -e 'await new Promise(() => {})'; expect_status 13
vm --input-type=nothing -e 0; expect_status 2
echo 'console.log(require("./module/b.js").default, __filename)' >stdin.js
"$VM" - <stdin.js >out; expect_stdout 'b [stdin]'

# What is loaded before.
echo 'console.log("before", require.main === undefined, module.parent.id); globalThis.before = 1' >before.js
echo 'console.log("waits"); await 1; console.log("has waited", globalThis.before)' >waits.mjs
echo 'console.log("program", globalThis.before)' >program.js
echo 'console.log("module program", globalThis.before)' >program.mjs
vm -r ./before.js program.js; expect_stdout 'before true internal/preload
program 1'
vm --require ./before.js --import ./waits.mjs program.mjs
expect_status 0; expect_stdout 'before true internal/preload
waits
has waited 1
module program 1'
vm --import=./waits.mjs -r ./before.js -e 'console.log("text")'; expect_stdout 'waits
has waited undefined
before true internal/preload
text'
vm -r ./nothing.js program.js; expect_status 1; expect_stdout ''; expect_stderr_has "Cannot find module './nothing.js'"
vm --import ./nothing.mjs program.js; expect_status 1; expect_stdout ''; expect_stderr_has ERR_MODULE_NOT_FOUND
echo 'throw new Error("early")' >throws.mjs
vm --import ./throws.mjs program.js; expect_status 1; expect_stdout ''; expect_stderr_has 'Error: early'
vm -r; expect_status 2

# Conditions.
mkdir -p node_modules/conditional
echo '{"exports": {"first": "./first.js", "second": "./second.js", "default": "./other.js"}}' >node_modules/conditional/package.json
for name in first second other; do echo "module.exports = '$name'" >node_modules/conditional/$name.js; done
echo 'console.log(require("conditional")); import("conditional").then(m => console.log(m.default))' >conditions.js
vm conditions.js; expect_stdout 'other
other'
vm -C second conditions.js; expect_stdout 'second
second'
vm --conditions=first -C second conditions.js; expect_stdout 'first
first'

# Evaluation of an ES module is a microtask: reactions run before ticks. CommonJS is a callback.
echo 'process.nextTick(() => console.log("tick")); Promise.resolve().then(() => console.log("reaction"))' >order.js
cp order.js order.mjs
vm order.js; expect_stdout 'tick
reaction'
vm order.mjs; expect_stdout 'reaction
tick'

# Errors of loading say through which imports the module was reached.
echo 'import "./second.mjs"' >first.mjs
printf 'import fs from "fs";\nimport { a } from "./third.mjs";\n' >second.mjs
echo 'import "./absent.mjs"; export let a' >third.mjs
vm first.mjs
expect_status 1; expect_stderr_has "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '$PWD/absent.mjs' imported from $PWD/third.mjs"
grep 'at import' err >out; expect_stdout "    at import ($PWD/third.mjs:1:8)
    at import ($PWD/second.mjs:2:19)
    at import ($PWD/first.mjs:1:8) {"
echo 'let x = ;' >third.mjs
vm first.mjs
expect_status 1; expect_stderr_has "$PWD/third.mjs:1:9"; expect_stderr_has "    at import ($PWD/second.mjs:2:19)"
echo 'export let b' >third.mjs
vm first.mjs
expect_status 1; expect_stderr_has "$PWD/second.mjs:2:10"; expect_stderr_has "does not provide an export named 'a'"
printf 'require("./level2")\n' >level1.js
echo 'require("absent")' >level2.js
vm level1.js
expect_status 1
sed -n "/Cannot find module 'absent'/,/ at /p" err >out
expect_stdout "Error: Cannot find module 'absent'
Require stack:
- $PWD/level2.js
- $PWD/level1.js
    at Object.<anonymous> ($PWD/level2.js:1:1)"
