// A chain stops at null or undefined, and so does the rest of it.
const o = { a: { f() { return this.n; }, n: 5, g: null }, list: [1] };
console.log(o?.a?.n, o.b?.c.d.e.f, o.b?.[x()], o.a.f?.(), o.a.g?.(), o.list?.[0]); // expect: 5 undefined undefined 5 undefined 1
function x() { throw new Error('must not run'); }
console.log(delete o?.a?.n, o.a.n, delete o.nothing?.x); // expect: true undefined true
console.log((o.a?.f)(), o?.['a']['f'].name); // expect: undefined f
o.a.n = 7;
console.log((o.a?.f)(), o.a?.f.call({ n: 8 })); // expect: 7 8
try { o.missing?.x.y; (o.missing?.x).y; } catch (e) { console.log(e.name); } // expect: TypeError
try { o.a.n?.(); } catch (e) { console.log(e.name); } // expect: TypeError
console.log(null?.x ?? 'default', 0?.toFixed(1), ''?.length, true ?.5 : 1); // expect: default 0.0 0 0.5
class P { #x = 1; static read(p) { return p?.#x; } }
console.log(P.read(new P()), P.read(null)); // expect: 1 undefined
