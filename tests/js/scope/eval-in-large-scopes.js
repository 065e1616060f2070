// What a direct eval declares belongs to the function that calls it, however many names that function has, and `with`
// objects are found in scopes of any size.

function check(actual, expected) {
  if (actual !== expected) {
    throw new Error(`${String(actual)} instead of ${String(expected)}`);
  }
}

for (let count = 0; count < 40; count++) {
  const names = Array.from({ length: count }, (_, i) => 'n' + i);
  const locals = names.length ? `var ${names.join()};` : '';
  for (const head of [`function (${names.join()}) {`, `function () {${locals}`, `function (a = 1) {${locals}`,
    `function (a = eval('1')) {${locals}`, `function () { const arrow = () => {${locals} return eval('var x; x') }; arrow();`,
    `function () { with ({}) {${locals}`]) {
    const close = head.includes('with') ? '}}' : '}';
    const run = body => (0, eval)(`(${head} ${body} ${close})`)();
    check(run(`return eval('var x = x')`), undefined);
    check(run(`eval('var x'); return typeof x + delete x`), 'undefinedtrue');
    check(run(`eval('var x = 5'); return x`), 5);
    check(run(`return eval('function x() { return 6 } x()') + x()`), 12);
    check(run(`eval('eval("var x = 7")'); return (() => x)()`), 7);
    check(run(`eval('var x = 8'); eval('var x'); with ({ y: 1 }) { x += y } return x`), 9);
    check('x' in globalThis, false);
  }
}
