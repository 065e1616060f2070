. "$TESTS/cli/helpers.sh"
PYTHONPATH="$TESTS/cli" PYTHONDONTWRITEBYTECODE=1 python3 "$TESTS/cli/repl_fixture.py" || { status=$?; : >out; : >err; fail 'the dialogue at a terminal'; }

# Where standard input is no terminal -i reads lines; without it the whole is a program.
printf 'let a = 1\nlet a = 2\n[a,\n3]\nfoo\nawait 4\n' >input
status=0
"$VM" -i <input >out 2>err || status=$?
expect_status 0; expect_silence
expect_stdout_has '> ... [ 2, 3 ]'
expect_stdout_has 'Uncaught ReferenceError: foo is not defined'
expect_stdout_has '> 4'
echo 'console.log("program", process.argv.length)' >input
status=0
"$VM" <input >out 2>err || status=$?
expect_status 0; expect_stdout_has program
