. "$TESTS/cli/helpers.sh"
cat >program.js <<'JS'
function inner() {
    throw new RangeError("too far");
}
function outer() {
    inner();
}
outer();
JS
vm program.js
expect_status 1
expect_stderr_has 'program.js:2'
expect_stderr_has 'throw new RangeError("too far");'
expect_stderr_has '^'
expect_stderr_has 'RangeError: too far'
expect_stderr_has 'at inner ('
expect_stderr_has 'at outer ('

echo 'throw { toString() { throw 1 } }' >object.js
vm object.js
expect_status 1

echo 'Promise.reject(new Error("nobody listens")); setTimeout(() => console.log("not reached"), 1000)' >rejection.js
vm rejection.js
expect_status 1; expect_stdout ''; expect_stderr_has 'nobody listens'

echo 'let p = Promise.reject(1); queueMicrotask(() => p.catch(() => console.log("late but heard")))' >late.js
vm late.js
expect_status 0; expect_stdout 'late but heard'; expect_silence

echo 'setTimeout(() => { throw new Error("in a timer") }, 1); setTimeout(() => console.log("no"), 50)' >timer.js
vm timer.js
expect_status 1; expect_stdout ''; expect_stderr_has 'in a timer'
