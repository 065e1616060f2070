. "$TESTS/cli/helpers.sh"
mkdir lib
cat >main.mjs <<'JS'
import fallback, { twice, count as n } from './lib/math.mjs';
import * as all from './lib/math.mjs';
console.log(twice(21), n, fallback.name, Object.keys(all).join());
const { twice: again } = await import('./lib/math.mjs');
console.log(again === twice);
console.log(import.meta.url.endsWith('/main.mjs'));
JS
cat >lib/math.mjs <<'JS'
export let count = 0;
export function twice(x) { return 2 * x; }
export default { name: 'math' };
count++;
JS
vm main.mjs
expect_status 0; expect_silence
expect_stdout '42 1 math count,default,twice
true
true'

echo 'import { nothing } from "./lib/math.mjs"' >unresolved.mjs
vm unresolved.mjs
expect_status 1; expect_stderr_has SyntaxError; expect_stderr_has nothing

echo 'import "./lib/absent.mjs"' >absent.mjs
vm absent.mjs
expect_status 1; expect_stderr_has absent.mjs

# In a cycle the other module's bindings are still uninitialized.
cat >a.mjs <<'JS'
import { b } from './b.mjs';
export const a = 1;
console.log(b());
JS
cat >b.mjs <<'JS'
import { a } from './a.mjs';
export function b() { return a; }
try { a; } catch (e) { console.log(e.name); }
JS
vm a.mjs
expect_status 0
expect_stdout 'ReferenceError
1'

echo 'console.log(typeof this, import.meta.url.slice(0, 5))' >this.txt
vm --module this.txt
expect_status 0; expect_stdout 'undefined file:'
