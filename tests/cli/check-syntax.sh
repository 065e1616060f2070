. "$TESTS/cli/helpers.sh"
echo 'let x = 1; console.log("not run")' >good.js
vm --check good.js
expect_status 0; expect_stdout ''; expect_silence

printf 'let ok = 1;\nlet let = 2;\n' >bad.js
vm --check bad.js
expect_status 1; expect_stderr_has SyntaxError; expect_stderr_has 'bad.js:2:5'

echo 'export const x = await 1;' >module.mjs
vm --check --module module.mjs
expect_status 0

vm --check --script module.mjs
expect_status 1; expect_stderr_has SyntaxError
