# Operations on files that take as long as another process likes.
. "$TESTS/cli/helpers.sh"
mkfifo one two three four five

# The loop goes on while a thread waits: the other end is opened after three ticks of a timer.
cat >ticks.js <<'END'
const fs = require('fs');
let ticks = 0;
fs.readFile('one', 'utf8', (error, text) => console.log(error, text, ticks));
const interval = setInterval(() => {
  if (++ticks < 3) return;
  clearInterval(interval);
  fs.writeFile('one', 'written', (error) => { if (error) throw error; });
}, 5);
END
vm ticks.js
expect_status 0; expect_stdout 'null written 3'; expect_silence

# More than a pipe takes at once, from one thread to another.
cat >much.js <<'END'
const fs = require('fs');
const bytes = Buffer.alloc(1000003, 'abcdefghijk');
fs.writeFile('one', bytes, (error) => console.log('written', error));
const parts = [];
fs.createReadStream('one').on('data', (part) => parts.push(part))
  .on('close', () => console.log('equal', Buffer.concat(parts).equals(bytes)));
END
vm much.js
expect_status 0; expect_stdout_has 'written null'; expect_stdout_has 'equal true'

# process.exit waits for nobody; nor does an error that nothing catches.
echo 'require("fs").readFile("one", () => {}); setTimeout(() => process.exit(7), 5)' >exit.js
vm exit.js
expect_status 7; expect_silence
echo 'require("fs").readFile("one", () => {}); setTimeout(() => { console.log("last"); throw new Error("thrown") }, 5)' >throw.js
vm throw.js
expect_status 1; expect_stdout last; expect_stderr_has 'Error: thrown'

# What has not begun, since all threads wait, can be cancelled.
cat >abort.js <<'END'
const fs = require('fs');
for (const name of ['one', 'two', 'three', 'four']) fs.readFile(name, 'utf8', (error, text) => console.log(name, text));
const controller = new AbortController();
fs.readFile('abort.js', { signal: controller.signal }, (error) => {
  console.log(error.name);
  for (const name of ['four', 'three', 'two', 'one']) fs.writeFileSync(name, `to ${name}`);
});
setTimeout(() => controller.abort(), 5);
END
vm abort.js
expect_status 0; expect_stdout_has AbortError; expect_stdout_has 'one to one'; expect_stdout_has 'four to four'

# No descriptors left: the failure is told, nothing is lost, and closing some helps.
cat >many.js <<'END'
const fs = require('fs');
(async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => fs.promises.open('many.js')));
  const open = results.filter(({ status }) => status === 'fulfilled');
  const { reason } = results.find(({ status }) => status === 'rejected');
  console.log(open.length > 0, { ...reason });
  let thrown;
  try { fs.openSync('many.js'); } catch (error) { thrown = error; }
  console.log(thrown.message);
  for (const { value } of open) await value.close();
  console.log((await fs.promises.readFile('many.js', 'utf8')).length > 100);
})();
END
(ulimit -n 40; vm many.js; exit $status) ; status=$?
expect_status 0; expect_stdout "true { errno: -24, code: 'EMFILE', syscall: 'open', path: 'many.js' }
EMFILE: too many open files, open 'many.js'
true"
