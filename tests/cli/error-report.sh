. "$TESTS/cli/helpers.sh"
# What is printed of errors that nothing catches.
report() { # the program, the expected report
    printf '%s\n' "$1" >p.js
    vm p.js
    expect_status 1; expect_stdout ''
    sed "s|$PWD/||" err >shown
    [ "$(cat shown)" = "$2" ] || fail "expected report: $2"
}
report 'throw "text"' "p.js:1:1
throw \"text\"
^

Uncaught 'text'"
report 'function f() {
  throw { a: 1 };
}
try { f() } finally { 0 }' 'p.js:2:3
  throw { a: 1 };
  ^

Uncaught { a: 1 }'
report 'async function f() { await 1; throw null } f()' 'p.js:1:31
async function f() { await 1; throw null } f()
                              ^

Uncaught (in promise) null'
report 'const e = Object.assign(new Error("m"), { code: "X" }); throw e' 'p.js:1:25
const e = Object.assign(new Error("m"), { code: "X" }); throw e
                        ^

Error: m
    at Object.<anonymous> (p.js:1:25) {
  code: '"'X'"'
}'
report 'const 日本 = "語"; throw new Error("wide")' 'p.js:1:23
const 日本 = "語"; throw new Error("wide")
                         ^

Error: wide
    at Object.<anonymous> (p.js:1:23)'
report 'class A { async m() { await null; throw new RangeError("deep") } async n() { await this.m() } }
new A().n()' 'p.js:1:41
class A { async m() { await null; throw new RangeError("deep") } async n() { await this.m() } }
                                        ^

RangeError: deep
    at A.m (p.js:1:41)
    at async A.n (p.js:1:78)'
report 'throw new Error("outer", { cause: new TypeError("inner", { cause: "root" }) })' "p.js:1:7
throw new Error(\"outer\", { cause: new TypeError(\"inner\", { cause: \"root\" }) })
      ^

Error: outer
    at Object.<anonymous> (p.js:1:7) {
  [cause]: TypeError: inner
      at Object.<anonymous> (p.js:1:35) {
    [cause]: 'root'
  }
}"
report 'throw new AggregateError([new Error("one"), 2], "both")' 'p.js:1:7
throw new AggregateError([new Error("one"), 2], "both")
      ^

AggregateError: both
    at Object.<anonymous> (p.js:1:7) {
  [errors]: [
    Error: one
        at Object.<anonymous> (p.js:1:27),
    2
  ]
}'
report 'let x = ;' 'p.js:1:9
let x = ;
        ^

SyntaxError: Unexpected token '"';'"

# Without frames, with a stack of its own, and of a text that has no name.
report 'Error.stackTraceLimit = 0; throw Object.assign(new Error("bare"), { code: "C" })' "p.js:1:28
Error.stackTraceLimit = 0; throw Object.assign(new Error(\"bare\"), { code: \"C\" })
                           ^

Error: bare { code: 'C' }"
report 'const e = new Error("e"); e.stack = "changed"; throw e' 'p.js:1:11
const e = new Error("e"); e.stack = "changed"; throw e
          ^

changed'
report 'eval("\n  throw 5")' '<anonymous>:2:3
  throw 5
  ^

Uncaught 5'

# Of a long line only the part around the place is shown.
{ printf 'var a = "'; printf 'x%.0s' $(seq 300); printf '"; nope(); "'; printf 'y%.0s' $(seq 300); printf '"\n'; } >long.js
vm long.js
expect_status 1; expect_stderr_has 'long.js:1:313'; expect_stderr_has 'x"; nope(); "y'
[ "$(wc -L <err)" -lt 160 ] || fail 'the whole line is shown'

# A missing export.
echo 'export const there = 1' >m.mjs
printf 'import { there,\n  missing } from "./m.mjs"\n' >i.mjs
vm i.mjs
expect_status 1; expect_stderr_has 'i.mjs:2:3'; expect_stderr_has '  missing } from "./m.mjs"'
expect_stderr_has "SyntaxError: The requested module './m.mjs' does not provide an export named 'missing'"
