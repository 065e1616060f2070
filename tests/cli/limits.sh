. "$TESTS/cli/helpers.sh"
vm --time-limit 50 -e 'try { for (;;); } finally { console.log("no") }'
expect_status 1; expect_stdout ''; expect_stderr_has 'time limit'
vm --time-limit 50 -e 'setInterval(() => { }, 1); setTimeout(() => { for (;;); }, 5)'
expect_status 1; expect_stderr_has 'time limit'
vm --memory-limit 32 -e 'const a = []; for (;;) a.push({})'
expect_status 1; expect_stderr_has emory
vm --memory-limit 32 -e 'function f() { const a = []; for (;;) a.push({}) } function g() { try { f() } catch (e) { return e.name } } console.log(g())'
expect_status 0; expect_stdout RangeError
vm --memory-limit x -e 0
expect_status 2

# Showing a value that branches without end obeys the time limit.
vm --time-limit 100 -e 'let o = {}; for (let i = 0; i < 40; i++) o = { a: o, b: o }; console.log(require("util").inspect(o, { depth: 100 }))'
expect_status 1; expect_stdout ''; expect_stderr_has 'time limit'
