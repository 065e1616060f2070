// The constructor, the properties, escape, compile, and errors.
const a = /x/gi;
console.log(RegExp(a) === a, new RegExp(a) === a, String(new RegExp(a)), String(RegExp(a, 'm')), String(new RegExp), String(new RegExp(undefined, undefined)));
console.log(new RegExp('/').source, new RegExp('[/]\\/').source, new RegExp('\n').source, new RegExp('\\\n').source, new RegExp('\u2028').source, new RegExp('').source);
console.log(/a/dgimsuy.flags, /a/v.unicodeSets, a.global, a.ignoreCase, a.multiline, a.sticky, RegExp.prototype.global, RegExp.prototype.source, RegExp.prototype.flags === '');
for (const f of [() => new RegExp('['), () => new RegExp('a', 'gg'), () => new RegExp('a', 'uv'), () => RegExp('(?<a>x)(?<a>y)'), () => new RegExp('\\u{110000}', 'u'),
    () => (0, eval)('/(/'), () => (0, eval)('/a/xx'), () => Function('return /*/'), () => (0, eval)('/[b-a]/g'),
    () => RegExp.prototype.exec.call({}), () => Object.getOwnPropertyDescriptor(RegExp.prototype, 'global').get.call({}), () => RegExp.prototype.test.call(1)]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
const like = { [Symbol.match]: true, source: 'q', flags: 'i', constructor: 0 };
console.log(String(new RegExp(like)), String(RegExp(like, 'g')), RegExp.length, RegExp.name, RegExp[Symbol.species] === RegExp);
const c = /a/;
c.lastIndex = 3;
console.log(c.compile('b+', 'g') === c, String(c), c.lastIndex, c.test('abb'), c.lastIndex, String(c.compile(/z/y)), String(c.compile()));
class Sub extends RegExp { constructor(p) { super(p, 'g'); this.extra = 1; } }
const s = new Sub('a');
console.log(s instanceof Sub, s.flags, s.extra, Object.keys(s).join(), Object.prototype.toString.call(s), s.exec('ba').index);
console.log(Object.getOwnPropertyNames(/a/).join(), Reflect.construct(RegExp, ['q'], Object).source, typeof /a/);
let deep = '('.repeat(200000) + ')'.repeat(200000);
try { console.log(new RegExp(deep).test('')); } catch (e) { console.log(e.name); }
for (let i = 0; i < 3000; i++) if (!new RegExp('^' + i + '$').test(i)) console.log(i);
const same = Array.from({ length: 100 }, (_, i) => new RegExp('k' + i % 10));
console.log(same.every((r, i) => r.source === 'k' + i % 10 && r.lastIndex === 0), new Set(same).size);
// expect: true false /x/gi /x/m /(?:)/ /(?:)/
// expect: \/ [/]\/ \n \n \u2028 (?:)
// expect: dgimsuy true true true false false undefined (?:) true
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: /q/i /q/g 2 RegExp true
// expect: true /b+/g 0 true 3 /z/y /(?:)/
// expect: true g 1 extra [object RegExp] 1
// expect: lastIndex undefined object
// expect: SyntaxError
// expect: true 100
