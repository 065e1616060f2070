// typescript: transpiling to several targets and module kinds, and checking a program with the library's declarations.
const ts = require('typescript');
const fs = require('fs'),
  path = require('path');
const src = `
enum Color { Red = 1, Green = Red << 1, Blue = "b".length }
namespace N { export const x = 1; export namespace M { export function f<T extends object>(a: T, ...r: readonly string[]): asserts a is T {} } }
abstract class A<T> implements I { constructor(private readonly a: number, public b?: string) { super(); } @dec() method(@p x: number) { return this?.a ?? x ** 2; } static #s = 1; accessor z = 3; declare q: any; }
export type X = { [K in keyof A<any>]?: A<any>[K] }; export default async function* g() { for await (const x of y) yield* x!; using r = open(); }
import type { Q } from 'q'; import { type R, S } from 's'; export * as ns from 'm'; const el = <div a={1} {...b}>text {S}</div>;
label: switch (x as any) { case 1: break label; default: const { a, ...rest } = x satisfies Y; }
`;
for (const target of ['ES5', 'ES2015', 'ES2022', 'ESNext'])
  for (const module of ['CommonJS', 'ESNext']) {
    const r = ts.transpileModule(src, {
      reportDiagnostics: true,
      fileName: 'a.tsx',
      compilerOptions: {
        target: ts.ScriptTarget[target],
        module: ts.ModuleKind[module],
        jsx: ts.JsxEmit.React,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        sourceMap: true,
        downlevelIteration: true,
      },
    });
    console.log(
      target,
      module,
      r.outputText,
      r.sourceMapText.length,
      r.diagnostics.map((d) => ts.flattenDiagnosticMessageText(d.messageText, '\n')),
    );
  }
// type check with an in-memory host
const files = {
  'a.ts': `interface P { x: number; y?: string }\nfunction f<T extends P>(t: T): T['x'] { return t.x }\nconst r: string = f({ x: 1 });\nlet u: 'a' | 'b' = 'c'; [1,2].map(n => n.foo); class C implements P {} ; export {}`,
};
const lib = path.dirname(require.resolve('typescript'));
const host = {
  fileExists: (f) => f in files || fs.existsSync(f),
  readFile: (f) => files[f] ?? fs.readFileSync(f, 'utf8'),
  getSourceFile: (f, l) => {
    const t = files[f] ?? (fs.existsSync(f) ? fs.readFileSync(f, 'utf8') : undefined);
    return t === undefined ? undefined : ts.createSourceFile(f, t, l, true);
  },
  getDefaultLibFileName: () => path.join(lib, 'lib.es2015.d.ts'),
  getDefaultLibLocation: () => lib,
  writeFile: (f, t) => console.log('write', f, t),
  getCurrentDirectory: () => '/',
  getCanonicalFileName: (f) => f,
  useCaseSensitiveFileNames: () => true,
  getNewLine: () => '\n',
  directoryExists: () => true,
  getDirectories: () => [],
};
const program = ts.createProgram(
  ['a.ts'],
  { target: ts.ScriptTarget.ES2015, strict: true, lib: ['lib.es2015.d.ts'], types: [], declaration: true },
  host,
);
for (const d of ts.getPreEmitDiagnostics(program))
  console.log(d.file?.fileName, d.start, d.code, ts.flattenDiagnosticMessageText(d.messageText, '\n'));
program.emit();
