// Programs that must be refused, each by a SyntaxError from the Function constructor.
const bad = [
    'let x; let x', 'let x; var x', 'const y', 'let let = 1', 'var a; { let a; var a }', 'break', 'continue', 'x: continue y', 'x: x: 1',
    'return1 2', '1 = 2', 'a++ ++', '++a++', '({ a: 1 } = 1) => 1', '(a, a) => 1', '({ a, a } ) => 1',
    '"use strict"; with (a) b', '"use strict"; 017', '"use strict"; "\\01"', '"use strict"; delete x', '"use strict"; eval = 1', '"use strict"; arguments++',
    '"use strict"; var public', 'for (let x, y of z);', 'for (let x = 1 of z);', 'for (const x;;);', 'if (1) let x', 'while (1) function f() {}', 'if (1) class C {}',
    'new.target = 1', 'super()', 'super.x', '() => super.x', 'class A { constructor() { super() } }', 'class A { constructor() {} constructor() {} }',
    'class A { get constructor() {} }', 'class A { static prototype() {} }', 'class A { #a; #a }', 'class A { m() { this.#b } }', 'a.#b', 'class A { x = arguments }',
    'class A { static { await } }', 'class A extends B { x = super() }', 'async () => { (await) => 1 }', 'function* g() { yield = 1 }', 'function* g(a = yield) {}', 'async function f(a = await 1) {}',
    'async (x = await 1) => 1', 'a?.b = 1', 'new a?.b()', 'a?.`x`', 'a ?? b || c', 'a && b ?? c', '-1 ** 2', '1..a.1', '3in []', '1_', '1__0', '0_1', '0b2', '08n', '1e', '"\\u{110000}"', '"\\x4"', '`${',
    '`\\u`', '/a', '/(/', '/a/gg', '"\n"', '}', '(', 'a b', '({ a = 1 })', '[a = 1, ...b,] = c', '({ ...{ a } } = b)', '(a, ...b, c) => 1', '(...a,) => 1', '((a)) => 1', 'async (a)\n=> 1', '()\n=> 1',
    '() => {} || 1', 'throw\n1', 'try {}', 'try {} catch ([a, a]) {}', 'try {} catch (e) { let e }', 'switch (1) { default: default: }', 'switch (1) { case 1: let a; case 2: let a }',
    'import x from "y"', 'export default 1', 'import.meta', 'import()', 'function f() { "use strict"; 010 }', 'function f(a = 1) { "use strict" }', 'function eval() { "use strict" }', 'do function f() {} while (0)',
    '({ get a(x) {} })', '({ set a() {} })', '({ __proto__: 1, __proto__: 2 })', 'enum', 'var \\u{69}f', 'cl\\u0061ss A {}', 'async function f() { function await() {} await 1 a }', 'for await (x of y);', 'using: for (;;) { continue using2 }', '@', '#!x', '#x in y', '\\', '1a',
];
let wrong = 0;
for (const source of bad) {
    try {
        new Function(source);
        console.log('accepted: ' + source);
        wrong++;
    } catch (e) {
        if (!(e instanceof SyntaxError)) { console.log(e.name + ': ' + source); wrong++; }
    }
}
console.log(wrong); // expect: 0
