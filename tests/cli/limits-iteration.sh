. "$TESTS/cli/helpers.sh"
# Consumers of an array that has no script to run between two elements are stopped as well.
for consumer in '[...a]' 'Math.max(...a)' 'new Set(a)' 'const [...rest] = a'; do
    vm --time-limit 50 -e "const a = []; a.length = 4e9; try { $consumer } finally { console.log('no') }"
    expect_status 1; expect_stdout ''; expect_stderr_has 'time limit'
done
