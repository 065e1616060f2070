// prettier: every language that it brings, options, errors, a large file.
import * as prettier from 'prettier';
const samples = {
  babel: `const {a,b:{c}}=require("x");async function*f(x=1,...r){for await(const y of z)yield*y?.[0]??{...r,"q-z":1n}};export default class A extends B{static #p=/[/]x/gi;get v(){return this.#p}}; x=a?b:c?d:e; veryLongFunctionName(argumentNumberOne,(err,data)=>{console.log(\`t \${err}\`)},[1,2,3].map(x=>x*2).filter(Boolean).reduce((a,b)=>a+b))`,
  typescript: `type A<T>={[K in keyof T]?:T[K] extends infer U?U:never};enum E{A=1,B}declare module "x"{export=y}abstract class C<T>implements I{constructor(private readonly x:number){super()}@dec() m?():void{}}`,
  css: `a{color:red;background:URL(x.png)}@media (max-width:100px){.b>c~d+e::before{margin:-0.50px auto!important}}`,
  scss: `@mixin m($a:1){&:hover{color:$a}} .x{@include m(2);@extend %y;}`,
  less: `.m(@a){width:~"calc(1px)"} .x{.m(1);}`,
  html: `<!doctype html><html><head><title>x</title><script>let a=1</script><style>a{b:c}</style></head><body><p>some <b>bold</b> text that is quite long and needs to be wrapped somewhere near the end</p><ul><li>1<li>2</ul></body></html>`,
  vue: `<template><div :a="b+1" v-for="x in y" @click="f($event)">{{x|y}}</div></template><script>export default{data(){return{a:1}}}</script>`,
  markdown: `Title\n===\n* a\n* b\n    1. c\n\n| a | b |\n|--|:-:|\n| 1 | 22222 |\n\n\`\`\`js\nlet a=1\n\`\`\`\n_em_ __strong__\n`,
  yaml: `a:   1\nb:\n    - x\n    -   {y: 1,z: [1,2]}\n# c\n`,
  json: `{"a":[1,2,{"b":null}],"c":"x"}`,
  graphql: `query Q($a:Int=1){u(id:$a){...F @include(if:true) name}}fragment F on U{x}`,
  mdx: `# Hi\n\n<A b={1}/>\n\nexport const x=1\n`,
};
for (const [parser, text] of Object.entries(samples))
  console.log('---', parser, '\n' + (await prettier.format(text, { parser })));
console.log(
  await prettier.format(samples.babel, { parser: 'acorn', semi: false, singleQuote: true, tabWidth: 4 }),
  await prettier.format(samples.babel, { parser: 'espree', useTabs: true }),
  await prettier.check('a;\n', { parser: 'babel' }),
  await prettier.formatWithCursor(' 1', { cursorOffset: 2, parser: 'babel' }),
);
try {
  await prettier.format('let a = ;', { parser: 'babel' });
} catch (e) {
  console.log(e.name, e.message);
}
console.log((await prettier.getSupportInfo()).languages.length);
import { readFileSync } from 'fs';
import { createRequire } from 'module';
const r = createRequire(import.meta.url);
const big = await prettier.format(readFileSync(r.resolve('underscore/underscore.js'), 'utf8'), { parser: 'babel' });
console.log(big.length);
