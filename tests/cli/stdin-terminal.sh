. "$TESTS/cli/helpers.sh"
set -e

# Standard input at a terminal: lines, raw keys, and the terminal is as before afterwards.
cat >program.js <<'JS'
const { stdin } = process;
console.log(stdin.isTTY, stdin instanceof require('tty').ReadStream, stdin.isRaw);
stdin.once('data', (line) => {
  console.log('line', JSON.stringify(`${line}`));
  stdin.setRawMode(true);
  console.log('raw', stdin.isRaw);
  stdin.once('data', (key) => {
    console.log('key', JSON.stringify(`${key}`));
    stdin.pause();
  });
});
JS
cat >drive.py <<'PY'
import os, sys, termios
sys.path.insert(0, os.environ['TESTS'] + '/cli')
from terminal import Terminal
t = Terminal(sys.argv[1:])
before = termios.tcgetattr(t.fd)
t.expect('true true false')
t.send('some text\n')
t.expect('line "some text\\n"')
t.expect('raw true')
t.send('\x03')
t.expect('key "\\u0003"')
assert t.end() == 0
PY
python3 drive.py "$VM" program.js
