. "$TESTS/cli/helpers.sh"
vm -e 'console.log(1 + 1)'
expect_status 0; expect_stdout 2; expect_silence

vm -e 0
expect_status 0; expect_stdout ''; expect_silence

vm -p '[1, 2].concat(3).length'
expect_status 0; expect_stdout 3

vm -e 'console.log(process.argv.slice(1).join())' a 'b c'
expect_status 0; expect_stdout 'a,b c'

vm -e 'throw new TypeError("no")'
expect_status 1; expect_stderr_has 'TypeError: no'

vm -e
expect_status 2

vm -p 1 -e 2
expect_status 0; expect_stdout 2

# Builtin modules are variables, as in Node; scripts may declare the names themselves.
vm -e 'console.log(typeof fs.readFileSync, path.posix.sep, Object.keys(globalThis).includes("fs")); const url = 1; var net = 2; console.log(url, net)'
expect_status 0; expect_stdout 'function / false
1 2'
