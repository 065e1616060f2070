. "$TESTS/cli/helpers.sh"
vm -e 'console.error("e"); console.log("o")'
expect_status 0; expect_stdout o; expect_stderr_has e

# A reader that goes away is no error: the program goes on, silently, to its own end.
status=0
{ "$VM" -e 'for (let i = 0; i < 1e6; i++) console.log("line", i); console.error("end"); process.exitCode = 3' 2>err || echo $? >code; } | head -n 1 >out
expect_stdout 'line 0'; expect_stderr_has end; [ "$(cat code)" = 3 ] || fail "exit $(cat code)"
[ "$(wc -l <err)" = 1 ] || fail 'only its own text'

# Standard output that was closed from the start.
"$VM" -e 'console.log("nobody"); process.stdout.write("nobody"); console.error("end")' >&- 2>err || fail "exit $?"
[ "$(cat err)" = end ] || fail "$(cat err)"
"$VM" -e 'console.error("nobody"); console.log("end")' 2>&- >out || fail "exit $?"
expect_stdout end

# A slow reader gets everything, in order with process.stdout.write.
"$VM" -e 'for (let i = 0; i < 20000; i++) i % 2 ? console.log("line " + i) : process.stdout.write(`line ${i}\n`)' | (sleep 0.3; awk '$2 != NR - 1 { bad = 1 } END { print NR, bad + 0 }') >out
expect_stdout '20000 0'

# More than a pipe holds at once.
"$VM" -e 'console.log("x".repeat(1 << 20))' | wc -c >out
[ "$(tr -d " " <out)" = 1048577 ] || fail 'output cut short'

vm -e 'console.log("naïve — ☃ 😀 \u{10FFFF}")'
expect_stdout 'naïve — ☃ 😀 '"$(printf '\364\217\277\277')"

"$VM" -e 'console.log("nothing to write to")' >/dev/full 2>err && status=0 || status=$?
[ "$status" -lt 128 ] || fail 'a full device must not kill'
