// Functions made from text.
console.log(Function('a', 'b', 'return a + b')(1, 2), new Function('a, b', 'c = 4', 'return a + b + c')(1, 2), Function()()); // expect: 3 7 undefined
console.log(Function('a', 'b', 'return 1').toString()); // expect: function anonymous(a,b
// expect: ) {
// expect: return 1
// expect: }
const f = new Function('x', '"use strict"; return this === undefined && x');
console.log(f(8), f.name, f.length, Object.getPrototypeOf(f) === Function.prototype, 'prototype' in f); // expect: 8 anonymous 1 true true
const G = Object.getPrototypeOf(function* () {}).constructor, A = Object.getPrototypeOf(async function () {}).constructor;
const AG = Object.getPrototypeOf(async function* () {}).constructor;
console.log(G.name, A.name, AG.name, [...G('n', 'for (let i = 0; i < n; i++) yield i')(3)].join()); // expect: GeneratorFunction AsyncFunction AsyncGeneratorFunction 0,1,2
console.log(Object.prototype.toString.call(A()), A().constructor === A, Object.getPrototypeOf(A) === Function); // expect: [object AsyncFunction] true true
for (const text of ['*/', 'return }', '}, function () {', 'a b']) try { Function(text); console.log('no error', text); } catch (e) { if (e.name !== 'SyntaxError') console.log(e.name); }
for (const parameters of ['/*', 'a){', '...a, b', 'a, a) { "use strict"', '){ }, function (']) try { Function(parameters, ''); console.log('no error', parameters); } catch (e) { if (e.name !== 'SyntaxError') console.log(e.name); }
try { Function('super()')(); } catch (e) { console.log(e.name); } // expect: SyntaxError
try { Function('yield = 1', 'return yield')(); console.log(Function('yield', 'return yield')(3)); } catch (e) { console.log(e.name); } // expect: 3
class F extends Function {}
const s = new F('return new.target');
console.log(s instanceof F, s()); // expect: true undefined
var shadow = 'global';
globalThis.outer = 'global';
(function () { const outer = 'local'; console.log(Function('return outer')()); })(); // expect: global
console.log(Function('/* c */', '// body').toString().split('\n').length, Function('a //', 'return a')(1)); // expect: 4 1
