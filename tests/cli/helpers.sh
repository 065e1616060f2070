# Helpers of the command-line tests. VM is the executable; the current folder is empty and the test's own.

# vm ARGS... - run it, keeping its output in the files out and err and its status in $status.
vm() {
    status=0
    "$VM" "$@" >out 2>err || status=$?
}

fail() {
    echo "failed: $*"
    echo "status: $status"
    echo "stdout: $(cat out)"
    echo "stderr: $(cat err)"
    exit 1
}

expect_status() { [ "$status" = "$1" ] || fail "expected status $1"; }
expect_stdout() { [ "$(cat out)" = "$1" ] || fail "expected stdout: $1"; }
expect_stdout_has() { grep -qF -- "$1" out || fail "expected in stdout: $1"; }
expect_stderr_has() { grep -qF -- "$1" err || fail "expected in stderr: $1"; }
expect_silence() { [ ! -s err ] || fail "expected nothing on stderr"; }
