// @babel/core with preset-env: classes, generators, modules for old and new targets; traversal, templates, errors.
const babel = require('@babel/core');
const src =
  `class A extends B { #p = 1; static { this.x = 1 } get a() { return this.#p?.b ?? super.c } async *g({ a = 1, ...r }, [x, , y] = []) { for await (const z of y) yield* z } }
const t = tag\`a\${1}\\u{1F600}\`, big = 2 ** 3, f = async (a, b = a) => { try { await a } catch { a ||= b; a &&= 1; a ??= 2 } };
export default A; export * as n from 'x'; import d, { e as g } from 'y'; let { q, w: { v } } = d; for (const [k, val] of new Map) { setTimeout(() => k + val) } new.target; label: for (;;) { (() => { if (k) return 1; })(); break label }
const re = /(?<y>\\d+)/su, o = { __proto__: null, [k]: 1, m() { return super.m() }, ...d };`.replace(
    'new.target; ',
    '',
  );
for (const targets of ['ie 11', 'node 14', 'chrome 120'])
  for (const modules of ['commonjs', false]) {
    const r = babel.transformSync(src, {
      presets: [['@babel/preset-env', { targets, modules }]],
      sourceMaps: true,
      filename: __dirname + '/a.js',
      configFile: false,
      babelrc: false,
    });
    console.log(r.code, r.map.mappings.length);
  }
const ast = babel.parseSync('a + b * c', { configFile: false });
babel.traverse(ast, {
  Identifier(p) {
    p.node.name = p.node.name.toUpperCase();
    if (p.node.name === 'B') p.replaceWith(babel.types.numericLiteral(5));
  },
  BinaryExpression: {
    exit(p) {
      const e = p.evaluate();
      console.log(p.node.operator, e.confident);
    },
  },
});
console.log(
  babel.transformFromAstSync(ast, '', { configFile: false }).code,
  babel.template('X = Y')({ X: babel.types.identifier('q'), Y: babel.types.stringLiteral('z') }).type,
);
try {
  babel.transformSync('let a = ;\n', { configFile: false });
} catch (e) {
  console.log(e.name, e.code, e.message);
}
