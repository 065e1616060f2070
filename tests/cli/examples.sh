. "$TESTS/cli/helpers.sh"

vm "$TESTS/../examples/hello.js"
expect_status 0; expect_stdout 'Hello, world!'
vm "$TESTS/../examples/hello.js" you
expect_stdout 'Hello, you!'

vm "$TESTS/../examples/promises.js"
expect_status 0
expect_stdout_has '5. the quick one wins the race'
[ "$(grep -o '^[0-9]' out | tr -d '\n')" = 1234566678 ] || fail 'steps in another order'

vm "$TESTS/../examples/pipeline.js" 100
expect_status 0; expect_stdout_has '100 orders'; expect_silence
