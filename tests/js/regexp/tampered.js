// What script can observe is observed: subclasses, replaced methods and accessors, species.
const log = [];
class Loud extends RegExp {
    exec(s) { log.push('exec'); const r = super.exec(s); if (r) r[0] = r[0].toUpperCase(); return r; }
    get flags() { log.push('flags'); return super.flags; }
}
console.log('abab'.replace(new Loud('b', 'g'), '<$&>'), log.splice(0).join());
console.log('abab'.match(new Loud('b', 'g')).join(), log.splice(0).join());
console.log('abab'.split(new Loud('b')).join(), log.splice(0).join());
console.log('abab'.search(new Loud('b')), new Loud('b').test('b'), log.splice(0).join());
console.log([...'abab'.matchAll(new Loud('b', 'g'))].map(m => m[0] + m.index).join(), log.splice(0).join());
const own = /b/;
own.exec = () => null;
console.log('ab'.replace(own, 'x'), own.test('b'), 'ab'.match(own));
own.exec = () => 1;
try { own.test('b'); } catch (e) { console.log(e.name); }
const exec = RegExp.prototype.exec;
RegExp.prototype.exec = function (s) { log.push(s); return exec.call(this, s); };
console.log('ab'.replace(/b/, 'x'), /a/.test('a'), log.splice(0).join());
RegExp.prototype.exec = exec;
console.log('ab'.replace(/b/, 'x'), log.length);
const flags = Object.getOwnPropertyDescriptor(RegExp.prototype, 'flags');
Object.defineProperty(RegExp.prototype, 'flags', { get() { log.push('flags'); return 'g'; }, configurable: true });
console.log('bb'.replace(RegExp('b', 'y'), 'x'), log.splice(0).join());
Object.defineProperty(RegExp.prototype, 'flags', flags);
const global = Object.getOwnPropertyDescriptor(RegExp.prototype, 'global');
Object.defineProperty(RegExp.prototype, 'global', { get() { return true; }, configurable: true });
console.log(/b/.flags, 'bb'.match(/b/g).length);
Object.defineProperty(RegExp.prototype, 'global', global);
console.log(/b/.flags === '', 'bb'.match(/b/).join());
const species = Object.getOwnPropertyDescriptor(RegExp, Symbol.species);
Object.defineProperty(RegExp, Symbol.species, { get() { log.push('species'); return Loud; }, configurable: true });
console.log('a1b'.split(/1/).join(), log.splice(0).join());
Object.defineProperty(RegExp, Symbol.species, species);
console.log('a1b'.split(/1/).join(), log.length);
RegExp.prototype.constructor = Loud;
console.log('a1b'.split(/1/).join(), log.splice(0).join());
RegExp.prototype.constructor = RegExp;
const late = /b/g;
console.log('abab'.replace(late, { toString() { late.exec = s => null; return 'x'; } }));
console.log(RegExp.prototype.test.call({ exec: s => s === 'yes' ? {} : null }, 'yes'), RegExp.prototype.toString.call({ source: 1, flags: 2 }));
const marked = /a/g;
marked.note = 1;
console.log('aa'.replace(marked, 'b'), marked.note);
const elsewhere = Object.setPrototypeOf(/a/g, { __proto__: RegExp.prototype, exec() { return null; } });
console.log('aa'.replace(elsewhere, 'b'), elsewhere.test('a'));
// expect: a<B>a<B> flags,exec,exec,exec
// expect: B,B flags,exec,exec,exec
// expect: a,a, flags,exec,exec,exec,exec
// expect: 1 true exec,exec
// expect: B1,B3 flags,flags,exec,exec,exec
// expect: ab false null
// expect: TypeError
// expect: ax true ab,a
// expect: ax 0
// expect: xx flags
// expect: g 2
// expect: true b
// expect: a,b species,exec,exec,exec
// expect: a,b 0
// expect: a,b exec,exec,exec
// expect: abab
// expect: true /1/2
// expect: bb 1
// expect: aa false
