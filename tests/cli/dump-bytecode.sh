. "$TESTS/cli/helpers.sh"
echo 'function add(a, b) { return a + b } console.log(add(1, 2))' >a.js
vm --dump-bytecode a.js
expect_status 0; expect_stdout_has add
