. "$TESTS/cli/helpers.sh"
vm -e 'process.exit(7)'
expect_status 7

vm -e 'setTimeout(() => process.exit(3), 1); setInterval(() => {}, 1)'
expect_status 3

vm -e 'process.exitCode = 4'
expect_status 4

echo 'await new Promise(() => {}); console.log("never")' >hang.mjs
vm hang.mjs
expect_status 13; expect_stdout ''
[ -s err ] || fail 'status 13 comes with a message'
