. "$TESTS/cli/helpers.sh"
# Closed standard streams are like /dev/null; no other file takes their numbers.
status=0
"$VM" -e 'console.log(1); setTimeout(() => console.log(2), 1)' >&- 2>err || status=$?
: >out
expect_status 0; expect_silence
status=0
"$VM" -e 'console.error(1); console.log("fine")' >out 2>&- || status=$?
: >err
expect_status 0; expect_stdout fine
status=0
"$VM" - <&- >out 2>err || status=$?
expect_status 0; expect_stdout ''; expect_silence
