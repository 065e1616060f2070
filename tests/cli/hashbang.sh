. "$TESTS/cli/helpers.sh"
printf '#!/usr/bin/env vm\nconsole.log("ran")\n' >tool
vm tool
expect_status 0; expect_stdout ran

printf '\357\273\277console.log("after a byte order mark")\n' >bom.js
vm bom.js
expect_status 0; expect_stdout 'after a byte order mark'

printf 'console.log("crlf")\r\nconsole.log(new Error().stack.includes(":2:"))\r\n' >crlf.js
vm crlf.js
expect_status 0; expect_stdout 'crlf
true'
