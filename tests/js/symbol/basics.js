// Symbols: identity, descriptions, the registry, as keys, conversions.
const s = Symbol('desc');
console.log(s.toString(), s.description, Symbol().description, Symbol('').description === '', Symbol('a') === Symbol('a')); // expect: Symbol(desc) desc undefined true false
console.log(Symbol.for('k') === Symbol.for('k'), Symbol.keyFor(Symbol.for('k')), Symbol.keyFor(s), Symbol.keyFor(Symbol.iterator)); // expect: true k undefined undefined
const o = { [s]: 1, [Symbol.for('k')]: 2 };
console.log(o[s], Object.keys(o).length, Object.getOwnPropertySymbols(o).length, s in o); // expect: 1 0 2 true
console.log(typeof Object(s), Object(s) == s, Object(s)[Symbol.toPrimitive]() === s, Boolean(s), [s].length); // expect: object true true true 1
try { new Symbol(); } catch (e) { console.log(e.name); } // expect: TypeError
try { Symbol.keyFor('x'); } catch (e) { console.log(e.name); } // expect: TypeError
const money = { [Symbol.toPrimitive](hint) { return hint === 'number' ? 42 : hint; } };
console.log(+money, `${money}`, money + '', money * 2, [money] + '', money == 'default'); // expect: 42 string default 84 string true
try { +{ [Symbol.toPrimitive]: () => ({}) }; } catch (e) { console.log(e.name); } // expect: TypeError
console.log({ valueOf: () => 1, toString: () => 's' } + 1, `${{ valueOf: () => 1, toString: () => 's' }}`, +{ toString: () => '7' }); // expect: 2 s 7
