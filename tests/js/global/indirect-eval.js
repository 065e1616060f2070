// Indirect eval runs in the global scope; a value that is no string comes back.
const run = eval;
globalThis.shared = 1;
function f() { const shared = 2; return (0, eval)('shared') + run('shared * 10'); }
console.log(f(), run(5), run(), run('1;2;{3}')); // expect: 11 5 undefined 3
run('var made = 7; let hidden = 8; function also() { return made; }');
console.log(made, also(), typeof hidden, delete globalThis.made, typeof made); // expect: 7 7 undefined true undefined
console.log(run('this === globalThis'), run('"use strict"; var x1 = 1; x1'), typeof x1); // expect: true 1 undefined
try { run('let let = 1'); } catch (e) { console.log(e instanceof SyntaxError); } // expect: true
try { run('throw new RangeError("inner")'); } catch (e) { console.log(String(e)); } // expect: RangeError: inner
console.log(run('if (true) { 4 } else { 5 }'), run('for (var i = 0; i < 3; i++) i'), run('')); // expect: 4 2 undefined
