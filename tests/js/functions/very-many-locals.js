// Functions with more variables than a frame has registers: those beyond live in environments.
const declare = (n, keyword, name) => Array.from({ length: n }, (_, i) => `${keyword} ${name}${i} = ${i};`).join('');
const many = new Function(`'use strict'; ${declare(70000, 'let', 'a')}
    a69999 += a0 + 1;
    { let b = a69999; const f = () => a5 + a60000 + b; for (let i = 0; i < 2; i++) { let c = i; b += c; }
      return [f(), a69999, a16383, a16384].join(); }`);
console.log(many()); // expect: 130006,70000,16383,16384
console.log([...new Function(`return function* () { ${declare(40000, 'var', 'g')} yield g39999; yield g3 + g30000; }`)()()].join()); // expect: 39999,30003
console.log(new Function(`try { x69000; } catch (e) { return e.name; } ${declare(70000, 'let', 'x')}`)()); // expect: ReferenceError
const names = Array.from({ length: 30000 }, (_, i) => `p${i}`);
console.log(new Function(names.join(), 'return p29999 + arguments.length')(...names.keys())); // expect: 59999
