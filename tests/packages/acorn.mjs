// acorn: its own source and a large bundle give the same tree; tokens, comments, errors, plugins, the walker of names.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as acorn from 'acorn';

const require = createRequire(import.meta.url);

function digest(tree) {
  const text = JSON.stringify(tree, (key, value) =>
    typeof value === 'bigint' ? `${value}n` : value instanceof RegExp ? String(value) : value);
  return `${text.length} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

function countTypes(node, counts = {}) {
  if (Array.isArray(node)) node.forEach((item) => countTypes(item, counts));
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') counts[node.type] = (counts[node.type] ?? 0) + 1;
    for (const key of Object.keys(node)) if (key !== 'loc') countTypes(node[key], counts);
  }
  return counts;
}

const files = [['acorn/dist/acorn.mjs', 'module'], ['acorn', 'script'], ['lodash/lodash.js', 'script'],
               ['esprima/dist/esprima.js', 'script'], ['handlebars/dist/handlebars.js', 'script']];
for (const [name, sourceType] of files) {
  const file = name.endsWith('.mjs') ? require.resolve('acorn').replace('acorn.js', 'acorn.mjs') : require.resolve(name);
  const source = readFileSync(file, 'utf8');
  const comments = [], tokens = [];
  const tree = acorn.parse(source, { ecmaVersion: 'latest', sourceType, locations: true, ranges: true, onComment: comments,
                                     onToken: tokens });
  console.log(name, source.length, digest(tree), tokens.length, comments.length);
  const counts = Object.entries(countTypes(tree)).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  console.log(counts.slice(0, 8).map(([type, n]) => `${type} ${n}`).join(', '));
}

const modern = `
  #!/usr/bin/env node
  import def, * as ns from 'x' with { type: 'json' };
  class A extends B { static #p = 1n; static { this.#p ??= 2n ** 3n; } async *[Symbol.iterator]() { yield* await x?.y?.[0]; } get a() { return #p in this; } }
  label: for await (const { a = 1, ...rest } of gen()) { if (a) continue label; else break label; }
  export const re = /(?<year>\\d{4})[\\p{L}--[a-z]]/v, t = tag\`a\${1}b\\n\`, big = 0x1fn, num = 1_000.5e-3;
  export * as everything from 'y'; export default async ({ x }, [y], ...z) => new.target;
`.trim().replace('#!/usr/bin/env node', '');
try {
  console.log(JSON.stringify(acorn.parse(modern.replace('=> new.target', '=> import.meta.url'), {
    ecmaVersion: 'latest', sourceType: 'module' }), (k, v) => typeof v === 'bigint' ? `${v}n` : v).slice(0, 3000));
} catch (error) {
  console.log(error.name, error.message, error.pos, error.raisedAt, error.loc);
}
for (const bad of ['let a; let a', 'x = {a: 1', 'for (let x of a, b);', '"\\u{110000}"', 'class { }', 'return 1', 'yield = 1', '/(/', 'a => { "use strict"; with (a) {} }', 'await 1', '1.e', '`${', 'const x', 'super()', 'import.meta', '0++', 'async () => { for await (x in y); }', 'label: label: ;']) {
  try {
    console.log('accepted', bad, acorn.parse(bad, { ecmaVersion: 2024, sourceType: bad.startsWith('yield') ? 'module' : 'script' }).body.length);
  } catch (error) {
    console.log(bad, '->', error.name, error.message, JSON.stringify(error.loc));
  }
}
console.log([...acorn.tokenizer('var x = a / b / /re/g; `t${y}`; x?.5:1', { ecmaVersion: 2022 })].map((t) => `${t.type.label}:${t.value?.pattern ?? t.value}`).join(' '));
console.log(acorn.parseExpressionAt('  (1 + 2) * x + rest', 2, { ecmaVersion: 5 }).left.operator, acorn.isIdentifierStart(0x2118), acorn.getLineInfo('a\nbc\r\nd', 6), acorn.version.split('.')[0]);

// A plugin: the keyword `unless`.
const unless = (Parser) => class extends Parser {
  parseStatement(...args) {
    if (!this.isContextual('unless')) return super.parseStatement(...args);
    const node = this.startNode();
    this.next();
    node.test = this.parseParenExpression();
    node.body = this.parseStatement('unless');
    return this.finishNode(node, 'UnlessStatement');
  }
};
console.log(JSON.stringify(acorn.Parser.extend(unless).parse('unless (x > 1) { y() }', { ecmaVersion: 6 })));
