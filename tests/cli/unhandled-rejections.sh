. "$TESTS/cli/helpers.sh"
cat >program.js <<'JS'
process.on('exit', c => console.log('exit', c));
const p = Promise.reject(new Error('nobody'));
setTimeout(() => { p.catch(() => { }); console.log('goes on'); }, 1);
JS
vm program.js
expect_status 1; expect_stdout 'exit 1'; expect_stderr_has 'program.js:2:26'; expect_stderr_has 'Error: nobody'
vm --unhandled-rejections=strict program.js
expect_status 1; expect_stdout 'exit 1'; expect_stderr_has 'Error: nobody'
vm --unhandled-rejections=warn program.js
expect_status 0; expect_stdout_has 'goes on'
expect_stderr_has 'UnhandledPromiseRejectionWarning: '; expect_stderr_has 'nobody'
expect_stderr_has 'PromiseRejectionHandledWarning: '
vm --unhandled-rejections=warn-with-error-code program.js
expect_status 1; expect_stdout_has 'goes on'; expect_stderr_has 'nobody'
vm --unhandled-rejections=none program.js
expect_status 0; expect_stdout_has 'exit 0'; expect_silence
vm --unhandled-rejections=often program.js
expect_status 2

# What is heard, in which order.
cat >events.js <<'JS'
process.on('uncaughtExceptionMonitor', (e, origin) => console.log('monitor', e.message.slice(-4), origin));
process.on('uncaughtException', (e, origin) => console.log('uncaught', e.code ?? e.message, origin));
if (process.argv[2]) process.on('unhandledRejection', (r, p) => console.log('unhandled', r, p instanceof Promise));
process.on('rejectionHandled', p => console.log('handled', p instanceof Promise));
const p = Promise.reject('text');
setTimeout(() => p.catch(() => { }), 1);
setTimeout(() => { throw new Error('late') }, 3);
JS
vm events.js
expect_status 0; expect_silence; expect_stdout 'monitor xt". unhandledRejection
uncaught ERR_UNHANDLED_REJECTION unhandledRejection
handled true
monitor late uncaughtException
uncaught late uncaughtException'
vm events.js listen
expect_status 0; expect_silence; expect_stdout 'unhandled text true
handled true
monitor late uncaughtException
uncaught late uncaughtException'
vm --unhandled-rejections=strict events.js listen
expect_status 0; expect_silence; expect_stdout 'monitor xt". unhandledRejection
uncaught ERR_UNHANDLED_REJECTION unhandledRejection
unhandled text true
handled true
monitor late uncaughtException
uncaught late uncaughtException'
# A monitor does not keep the program alive.
vm -e 'process.on("uncaughtExceptionMonitor", e => console.log("seen", e)); setTimeout(() => console.log("no"), 5); throw 7'
expect_status 1; expect_stdout 'seen 7'; expect_stderr_has 'Uncaught 7'
# An error of a listener ends the program.
vm -e 'process.on("uncaughtException", () => { throw new Error("again") }); throw new Error("first")'
expect_status 1; expect_stderr_has 'Error: again'
