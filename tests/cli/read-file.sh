. "$TESTS/cli/helpers.sh"
printf 'caf\303\251\n' >input.txt
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
console.log(readFileSync('input.txt', 'utf8').trim());
try { readFileSync('absent.txt', 'utf8'); } catch (e) { console.log(e.code, e instanceof Error); }
JS
vm read.mjs
expect_status 0
expect_stdout 'café
ENOENT true'
