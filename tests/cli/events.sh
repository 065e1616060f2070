. "$TESTS/cli/helpers.sh"
# Events of process.
cat >exit.js <<'JS'
process.on('exit', code => { console.log('exit', code, process.exitCode); process.exitCode = 9; });
let again = 2;
process.on('beforeExit', () => { if (again-- > 0) setTimeout(() => console.log('more'), 1); });
JS
vm exit.js
expect_status 9; expect_stdout 'more
more
exit 0 undefined'

cat >caught.js <<'JS'
process.on('uncaughtException', (e, origin) => console.log('caught', e.message, origin));
process.once('unhandledRejection', (reason, p) => console.log('rejected', reason, p instanceof Promise));
setTimeout(() => { throw new Error('timer') }, 1);
setTimeout(() => console.log('goes on'), 5);
queueMicrotask(() => { throw new Error('job') });
Promise.reject(1);
setImmediate(() => Promise.reject(new Error('second')));
JS
vm caught.js
expect_status 0; expect_silence
[ "$(sort out)" = 'caught job uncaughtException
caught second unhandledRejection
caught timer uncaughtException
goes on
rejected 1 true' ] || fail 'other events'

vm -e 'process.on("exit", () => { throw new Error("late") }); process.exit(3)'
expect_status 1; expect_stderr_has late
vm -e 'try { process.exit(5) } finally { console.log("never") }'
expect_status 5; expect_stdout ''
vm -e 'process.exitCode = "x"'
expect_status 1; expect_stderr_has ERR_INVALID_ARG_TYPE
vm -e 'process.nextTick(() => process.exit()); process.exitCode = 6; Promise.resolve().then(() => console.log("no"))'
expect_status 6; expect_stdout ''
vm -e 'process.stdout.write("a"); process.stderr.write("b"); process.emitWarning("careful")'
expect_status 0; expect_stdout a; expect_stderr_has 'Warning: careful'
