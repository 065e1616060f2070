. "$TESTS/cli/helpers.sh"
echo 'console.log("from stdin")' >program.js
status=0
"$VM" - <program.js >out 2>err || status=$?
expect_status 0; expect_stdout 'from stdin'; expect_silence

echo 'console.log(process.argv.slice(2).join())' | "$VM" - x y >out 2>err || status=$?
expect_status 0; expect_stdout 'x,y'
