// esprima: trees of large files, tokens, comments, tolerance, delegates, errors.
const { createHash } = require('crypto');
const { readFileSync } = require('fs');
const esprima = require('esprima');

for (const name of ['esprima', 'lodash/lodash.js', 'mustache/mustache.js', 'ms']) {
  const source = readFileSync(require.resolve(name), 'utf8');
  const tree = esprima.parseScript(source, { loc: true, range: true, comment: true, tokens: true });
  const text = JSON.stringify(tree);
  console.log(name, source.length, tree.tokens.length, tree.comments.length, text.length, createHash('sha1').update(text).digest('hex'));
}
const counts = new Map();
esprima.parseModule('import a, { b as c } from "x"; export default class extends a { static *m({ d = 1 }, ...e) { yield* c?d:e } async g() { await c } get f() { return `x${super.f}y`; } }', {}, (node, meta) => {
  counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  if (node.type === 'Identifier') counts.set(node.name, `${meta.start.line}:${meta.start.column}-${meta.end.offset}`);
});
console.log(counts);
console.log(esprima.tokenize('if (x) /a\\/[/]b/g.test(y); x = a / b; `t${1}u`; 0b101 + 0o17 - 1e-3 // c', { comment: true, loc: true }));
for (const bad of ['x = ;', 'let a, a', 'function (', '"abc', '/a', '({a:1,', 'for(;;', 'return', 'var \\u{1}', 'a\n++\n', '1 = 2', 'class A { constructor(){} constructor(){} }', '"use strict"; with(a){}', 'new.target', 'break', 'x: x: 1', 'yield => yield', '({ get a(b){} })', '`${', '\u{1d7d8}a']) {
  try {
    console.log(JSON.stringify(esprima.parseScript(bad)).length, bad);
  } catch (error) {
    console.log(error.name, error.message, error.index, error.lineNumber, error.column, error.description);
  }
}
const tolerant = esprima.parseScript('return 1; "use strict"; var x = 010; function f() { "use strict"; return 010; }', { tolerant: true, loc: true });
console.log(tolerant.errors.map(String), tolerant.body.length);
console.log(esprima.parseScript('<a b="c" {...d}>{e}<f.g/>text</a>', { jsx: true }).body[0].expression.children.map((c) => c.type), esprima.version, esprima.Syntax.ArrowFunctionExpression);

// Renames variables by source ranges.
const source = 'function add(first, second) { const total = first + second; return total * first; }';
const edits = [];
esprima.parseScript(source, { range: true }, (node) => {
  if (node.type === 'Identifier') edits.push(node.range);
});
let output = source;
for (const [start, end] of edits.sort((a, b) => b[0] - a[0])) output = output.slice(0, start) + source[start].toUpperCase() + (end - start) + output.slice(end);
console.log(output);
