// eslint: core rules with fixes, own rules with selectors, the ESLint class and a formatter.
const { Linter, ESLint, RuleTester, SourceCode } = require('eslint');
const linter = new Linter();
const text = `var a = 1; if (a == 2) { foo() }\nlet unused; const b = () => { return a }; for (var i=0;i<3;i--) {}\nswitch(a){case 1: b(); case 2: break}\nwith1: while(true){ if (a = b) continue with1 }\nasync function f(){ await Promise.all([]) }\nx = "\\d"; debugger; new Array(1,2); {let q}`;
const js = {
  rules: Object.fromEntries(
    [
      'no-undef',
      'no-unused-vars',
      'eqeqeq',
      'no-var',
      'prefer-const',
      'for-direction',
      'no-fallthrough',
      'no-cond-assign',
      'no-constant-condition',
      'require-await',
      'no-useless-escape',
      'no-debugger',
      'semi',
      'quotes',
      'arrow-body-style',
      'no-array-constructor',
      'no-lone-blocks',
      'complexity',
      'indent',
      'curly',
      'no-shadow',
      'camelcase',
      'no-empty',
      'no-unreachable',
      'max-len',
    ].map((r) => [r, 'error']),
  ),
};
for (const m of linter.verify(text, js, 'a.js'))
  console.log(m.line, m.column, m.ruleId, m.message, m.fix ? JSON.stringify(m.fix) : '');
const fixed = linter.verifyAndFix(text, js);
console.log(fixed.output, fixed.messages.length);
console.log(linter.verify('let a = ;', js));
const plugin = {
  rules: {
    'no-foo': {
      meta: { fixable: 'code', messages: { no: 'No {{name}}' } },
      create: (ctx) => ({
        Identifier(n) {
          if (n.name === 'foo')
            ctx.report({ node: n, messageId: 'no', data: { name: n.name }, fix: (f) => f.replaceText(n, 'bar') });
        },
        'CallExpression[callee.name="foo"] > Literal:first-child'(n) {
          ctx.report({ node: n, message: 'literal ' + ctx.sourceCode.getText(n) });
        },
      }),
    },
  },
};
console.log(linter.verifyAndFix('foo(1, foo)', [{ plugins: { p: plugin }, rules: { 'p/no-foo': 2 } }]));
(async () => {
  const e = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [{ plugins: { p: plugin }, rules: { 'p/no-foo': 1, ...js.rules } }],
    cwd: __dirname,
  });
  const r = await e.lintText(text, { filePath: 'x.js' });
  console.log(
    r[0].errorCount,
    r[0].warningCount,
    (await (await e.loadFormatter('stylish')).format(r)).replaceAll(__dirname, ''),
  );
})().catch((e) => console.log('E', e.message));
