// yaml: parsing of all styles and types, anchors, tags, errors, documents with comments, writing, the syntax tree.
import { createRequire } from 'node:module';
import YAML, { parse, parseAllDocuments, parseDocument, stringify, Document, isMap, isScalar, visit, Lexer, Parser, CST, YAMLMap, LineCounter } from 'yaml';

const commonjs = createRequire(import.meta.url)('yaml');
console.log(Object.keys(commonjs).sort().join(), commonjs.parse('a: [1, {b: c}]'), YAML.parse === parse);
const text = `# head comment
%TAG ! tag:example.com,2000:
---
defaults: &defaults   # anchor
  adapter: postgres
  host: "local\\u0068ost\\n"
  port: 0x1F
development: &dev
  <<: *defaults
  database: 'it''s'
numbers: [1, -2.5e3, 0o17, .inf, -.INF, .nan, 1_000, +12, 0b11, 12e03, 0.]
booleans: {yes: no, true: True, null: ~, "quoted": 'true', empty: }
dates: [2001-12-14t21:59:43.10-05:00, 2002-12-14]
literal: |
  line one
    indented
  last

folded: >-
  folded
  text

  paragraph
    kept
keep: |+2
    two

plain multi
  line key: value
? complex
: - a
  -
    - nested
    - { x: 1, y: [2, 3,], }
? [seq, key]
: !!set {a, b}
binary: !!binary aGVsbG8=
omap: !!omap [a: 1, b: 2]
custom: !thing {v: 1}
alias: *dev
unicode: "\\x41\\u263A\\U0001F600 ☺"
...
---
second: document
--- |
 third
`.replace(/^# head comment\n%TAG.*\n/, '# head comment\n');
const documents = parseAllDocuments(text, { merge: true, customTags: ['binary', 'omap', 'set', 'merge', 'timestamp'], logLevel: 'silent' });
for (const document of documents) console.dir(document.toJS({ mapAsMap: false }), { depth: 9 });
console.log(documents[0].warnings.map((w) => w.code), documents[0].errors.length);
console.dir(parse(text.split('...')[0].replace(/^(binary|omap|custom|\? \[seq|: !!set).*$/gm, '# gone'), { version: '1.1', mapAsMap: true, intAsBigInt: true, logLevel: 'silent' }), { depth: 9 });

const lines = new LineCounter();
const document = parseDocument('# before\na: 1 # beside\n\n# about b\nb:\n  - x\n  - &n y # why\n  - *n\n# end\n', { lineCounter: lines, keepSourceTokens: true });
document.set('c', { d: [true, null, 'no', 'multi\nline\n', '- dash', '123', ''] });
document.getIn(['b'], true).add('z');
document.setIn(['e', 'f'], new Set([1]));
document.get('a', true).comment = ' changed';
document.delete('zzz');
visit(document, { Scalar(key, node, path) { if (node.value === 'x') { node.value = 'X'; node.type = 'QUOTE_DOUBLE'; } }, Pair(_, pair) { if (isScalar(pair.key) && pair.key.value === 'gone') return visit.REMOVE; } });
console.log(String(document), isMap(document.contents), document.contents instanceof YAMLMap, document.getIn(['b', 1]), lines.linePos(20), document.range);

const shared = { s: 1 };
console.log(stringify({ a: shared, b: shared, long: 'word '.repeat(30), date: new Date(0), map: new Map([[{ k: 1 }, [1, [2, [3]]]]]), big: 12345678901234567890n, undef: undefined, list: [undefined, -0, NaN, Infinity, 1e21, 'null', 'y', '0x1', ' lead', '#c', 'a: b', '@x', '"', "'", '\t', '\u0007', '🙂'] }));
console.log(stringify({ a: [{ b: 'x\ny' }], s: 'plain' }, { indent: 4, defaultStringType: 'QUOTE_SINGLE', collectionStyle: 'flow', lineWidth: 20 }), stringify([3, 1], (k, v) => typeof v === 'number' ? v * 2 : v), stringify({ b: 1, a: 2 }, { sortMapEntries: true, flowCollectionPadding: false }), new Document([1, { a: 2 }]).toString({ directives: true }));
for (const bad of ['a: b: c', '[1, 2', '{a: 1', 'a: "x', "a: 'x\n", '*none', 'a: 1\na: 2', '\ta: 1', 'a:\n  - b\n - c', '!!int x', '%YAML 3.0\n---\na', 'a: @x', '&a &b c', '- a\nb: c', '|x\n a', '"\\q"', '--- a\n... b', '? a\n: b\n  c: d', '- {a, b: c, ? d : e', 'key: [a]]']) {
  try { console.log(JSON.stringify(bad), JSON.stringify(parse(bad, { logLevel: 'silent' }))); } catch (error) { console.log(JSON.stringify(bad), error.name, error.code, error.message, error.pos); }
}
console.log([...new Lexer().lex('a: [b, "c"] # d\n- e')].map((t) => JSON.stringify(t)).join(' '));
for (const token of new Parser().parse('a: {b: 1}\n')) console.log(token.type, CST.stringify(token), JSON.stringify(token).length);
let large = '';
for (let i = 0; i < 800; i++) large += `item${i}:\n  id: ${i}\n  tags: [a${i}, "b c", 'd']\n  text: |\n    line ${i}\n    more\n`;
const parsed = parse(large);
console.log(Object.keys(parsed).length, parsed.item799, stringify(parsed).length);
