# skip: stress large sources
# skip: asan large sources
. "$TESTS/cli/helpers.sh"

# 20 MB of statements are compiled and run.
awk 'BEGIN {
    print "let sum = 0;"
    for (i = 0; i < 200000; i++) {
        if (i % 100 == 0) printf "(function () {\n"
        printf "sum += %d; if (sum < 0) { sum = f%d(sum, \"text %d\"); } function f%d(a, b) { return a }\n", i, i, i, i
        if (i % 100 == 99) printf "})();\n"
    }
    print "console.log(sum)"
}' >statements.js
vm statements.js
expect_status 0; expect_stdout 19999900000

# One expression with a million elements, one string and one comment of 10 MB each.
awk 'BEGIN {
    printf "const a = ["
    for (i = 0; i < 1000000; i++) printf "%d,", i % 1000
    print "];"
    printf "const s = \""
    for (i = 0; i < 1000000; i++) printf "0123456789"
    print "\";"
    printf "/* "
    for (i = 0; i < 1000000; i++) printf "0123456789"
    print "*/ console.log(a.length, s.length)"
}' >literals.js
vm literals.js
expect_status 0; expect_stdout '1000000 10000000'

# The place of an error at the end of a long file is right.
awk 'BEGIN { for (i = 0; i < 300000; i++) print "0;"; print "  }" }' >error.js
vm error.js
expect_status 1; expect_stderr_has 'error.js:300001:3'
