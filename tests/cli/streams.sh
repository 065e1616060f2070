. "$TESTS/cli/helpers.sh"
vm -e 'console.error("e"); console.log("o")'
expect_status 0; expect_stdout o; expect_stderr_has e

# A reader that goes away ends the program; it is not killed by a signal and does not hang.
status=0
"$VM" -e 'for (let i = 0; i < 1e6; i++) console.log("line", i)' 2>err | head -n 1 >out
expect_stdout 'line 0'

# More than a pipe holds at once.
"$VM" -e 'console.log("x".repeat(1 << 20))' | wc -c >out
[ "$(tr -d " " <out)" = 1048577 ] || fail 'output cut short'

vm -e 'console.log("naïve — ☃ 😀 \u{10FFFF}")'
expect_stdout 'naïve — ☃ 😀 '"$(printf '\364\217\277\277')"

"$VM" -e 'console.log("nothing to write to")' >/dev/full 2>err && status=0 || status=$?
[ "$status" -lt 128 ] || fail 'a full device must not kill'
