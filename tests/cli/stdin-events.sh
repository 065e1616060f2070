. "$TESTS/cli/helpers.sh"
set -e

# Standard input as events and as an asynchronous iterator; it ends the program when it ends.
collect='let s = ""; process.stdin.setEncoding("utf8"); process.stdin.on("data", (c) => s += c).on("end", () => console.log(JSON.stringify(s))).on("close", () => console.log("closed"))'
printf 'h\303\251\nllo' | "$VM" -e "$collect" >out
test "$(cat out)" = '"hé\nllo"
closed'
"$VM" -e "$collect" >out </dev/null
test "$(cat out)" = '""'
head -c 3000000 /dev/zero | "$VM" -e 'let n = 0; process.stdin.on("data", (c) => n += c.length).on("end", () => console.log(n))' >out
test "$(cat out)" = 3000000
{ printf a; sleep 0.2; printf b; } | "$VM" -e '(async () => { let s = ""; for await (const c of process.stdin) s += c; console.log(s) })()' >out
test "$(cat out)" = ab

# Without a listener nothing waits for it; paused, neither. The pipe stays open meanwhile.
mkfifo pipe
exec 3<>pipe
"$VM" -e 'process.stdin.fd' <pipe
"$VM" -e 'process.stdin.on("data", () => {}); process.stdin.pause(); console.log(process.stdin.isPaused())' <pipe >out
test "$(cat out)" = true
