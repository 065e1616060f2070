. "$TESTS/cli/helpers.sh"
set -e

# Which warnings are printed, thrown, shown with their stacks.
code='function where() { process.emitWarning("plain"); process.emitWarning("old", "DeprecationWarning", "DEP9") } where()'
"$VM" -e "$code" 2>err
grep -q '^(vm:[0-9]*) Warning: plain$' err
grep -q '^(vm:[0-9]*) \[DEP9\] DeprecationWarning: old$' err
"$VM" --no-warnings -e "$code" 2>err
test ! -s err
NODE_NO_WARNINGS=1 "$VM" -e "$code" 2>err
test ! -s err
"$VM" --no-deprecation -e "$code" 2>err
grep -q plain err && ! grep -q old err
"$VM" --trace-warnings -e "$code" 2>err
test "$(grep -c 'at where' err)" = 2
"$VM" --trace-deprecation -e "$code" 2>err
test "$(grep -c 'at where' err)" = 1
status=0
"$VM" --throw-deprecation -e "$code" 2>err || status=$?
expect_status 1
grep -q 'DeprecationWarning.*old' err
