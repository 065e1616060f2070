. "$TESTS/cli/helpers.sh"
vm --help
expect_status 0; expect_stdout_has '--module'; expect_silence

vm --version
expect_status 0; grep -Eq '[0-9]+\.[0-9]+' out || fail 'no version'

vm --no-such-option
expect_status 2; expect_stderr_has '--no-such-option'

vm missing.js
[ "$status" != 0 ] || fail 'a missing file must fail'
expect_stderr_has missing.js

mkdir folder
vm folder
[ "$status" != 0 ] || fail 'a folder must fail'
expect_stderr_has folder
