. "$TESTS/cli/helpers.sh"
# Ill-formed UTF-8 in a program reads as U+FFFD, one for each maximal part.
printf 'console.log("a\377\303b".length, "\342\202" === "\\ufffd", escape("\355\240\200"))' >bad.js
vm bad.js
expect_status 0; expect_silence; expect_stdout '4 true %uFFFD%uFFFD%uFFFD'
printf 'export const x = "\377"; console.log(escape(x))' >bad.mjs
vm bad.mjs
expect_status 0; expect_stdout '%uFFFD'
