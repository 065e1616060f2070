. "$TESTS/cli/helpers.sh"

# A signal ends a busy program and one that waits, with 128 + n.
for code in 'for (;;) {}' 'setInterval(() => {}, 1000)' '[].concat.apply([], []); new Promise(() => { for (;;) {} })'; do
    "$VM" -e "$code" >out 2>err &
    child=$!
    sleep 0.3
    kill -TERM $child
    status=0
    wait $child || status=$?
    expect_status 143
done
