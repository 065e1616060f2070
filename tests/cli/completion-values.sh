. "$TESTS/cli/helpers.sh"

# -p prints the value of the last expression statement.
value() {
    vm -p "$1"
    expect_status 0
    [ "$(cat out)" = "$2" ] || fail "$1: expected $2"
}
value '1; {}' 1
value '2; var x = 3' 2
value 'do { 4 } while (0)' 4
value 'if (true) 5; else 6' 5
value '7; ;' 7
value 'for (var i = 0; i < 2; i++) i' 1
value 'try { 8 } finally { 9 }' 8
value 'l: { 10; break l; }' 10
value 'switch (1) { case 1: 11; break; }' 11
value 'while (false);' undefined
value '12; function f() {}' 12
value 'try { throw 1 } catch (e) { 13 }' 13
value '14; if (false) 15' undefined
value '({}).x' undefined
value '"text"' text
