. "$TESTS/cli/helpers.sh"
echo 'print("hello", 1); var x = 1; print(this.x)' >a.js
vm --test262 a.js
expect_status 0; expect_stdout 'hello 1
1' 

echo 'throw new TypeError("bad")' >b.js
vm --test262 b.js
expect_status 1
cat out err >all; mv all out
grep -q '^TypeError: bad' out || fail 'the first words must be Name: message'

echo 'var 1;' >c.js
vm --test262 c.js
expect_status 1
cat out err >all; mv all out
grep -q '^SyntaxError' out || fail 'the first word must be SyntaxError'

echo 'export default 1; print(typeof this)' >d.js
vm --test262 --module d.js
expect_status 0; expect_stdout undefined

echo 'Promise.resolve().then(() => print("job"))' >e.js
vm --test262 e.js
expect_status 0; expect_stdout job
