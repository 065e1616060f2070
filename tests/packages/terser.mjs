// terser: compressing and mangling large files, source maps, errors.
import { minify } from 'terser';
import { readFileSync } from 'fs';
import { createRequire } from 'module';
const r = createRequire(import.meta.url);
for (const [n, o] of [
  ['underscore/underscore.js', {}],
  ['underscore/underscore.js', { mangle: false, compress: { passes: 2 } }],
  ['mustache/mustache.js', { toplevel: true, ecma: 2020, compress: { unsafe: true } }],
  ['marked', { module: true, sourceMap: true, format: { comments: /^!/ } }],
]) {
  const x = await minify(readFileSync(r.resolve(n), 'utf8'), o);
  console.log(n, x.code.length, x.code.slice(0, 300), x.map?.length);
  let h = 0;
  for (let i = 0; i < x.code.length; i++) h = (h * 31 + x.code.charCodeAt(i)) | 0;
  console.log(h);
}
console.log(
  (
    await minify(
      'function f(a,b){ if (a) { return b?.c ?? 1 } else { return 2**10 } } class Q { #x = 1; static y = `t${1+2}`; } console.log(f(0), new Q)',
      { toplevel: true },
    )
  ).code,
);
await minify('let a = ;').catch((e) => console.log(e.name, e.message, e.line, e.col, e.pos));
