// The message of a circular structure names the way around it; long ones are shortened.
function t(v,r){try{console.log(JSON.stringify(v,r))}catch(e){console.log(e.name+': '+e.message)}}
const a={};a.self=a;t(a);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property 'self' closes the circle
const b={x:{y:{z:null}}};b.x.y.z=b;t(b);t({q:b});
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     |     property 'x' -> object with constructor 'Object'
// expect:     |     property 'y' -> object with constructor 'Object'
// expect:     --- property 'z' closes the circle
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     |     property 'x' -> object with constructor 'Object'
// expect:     |     property 'y' -> object with constructor 'Object'
// expect:     --- property 'z' closes the circle
const c=[1,[2]];c[1].push(c);t(c);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Array'
// expect:     |     index 1 -> object with constructor 'Array'
// expect:     --- index 1 closes the circle
const d={a:{b:{c:{d:{e:{}}}}}};d.a.b.c.d.e.f=d;t(d);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     |     property 'a' -> object with constructor 'Object'
// expect:     |     property 'b' -> object with constructor 'Object'
// expect:     |     ...
// expect:     |     property 'e' -> object with constructor 'Object'
// expect:     --- property 'f' closes the circle
const d4={a:{b:{c:{}}}};d4.a.b.c.f=d4;t(d4);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     |     property 'a' -> object with constructor 'Object'
// expect:     |     property 'b' -> object with constructor 'Object'
// expect:     |     property 'c' -> object with constructor 'Object'
// expect:     --- property 'f' closes the circle
class Foo{constructor(){this.me=[this]}};t(new Foo);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Foo'
// expect:     |     property 'me' -> object with constructor 'Array'
// expect:     --- index 0 closes the circle
t(new (class{constructor(){this.a=this}}));
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property 'a' closes the circle
const n=Object.create(null);n.n=n;t(n);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property 'n' closes the circle
const k={};k['a-b']=k;t(k);const k2={};k2[5]=k2;t(k2);const k3={};k3['a\nb']=[[k3]];t(k3);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property 'a-b' closes the circle
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property '5' closes the circle
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     |     property 'a
// expect: b' -> object with constructor 'Array'
// expect:     |     index 0 -> object with constructor 'Array'
// expect:     --- index 0 closes the circle
function G(){this.g=this};t(new G);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'G'
// expect:     --- property 'g' closes the circle
const m=Object.create({get constructor(){console.log('called');return Foo}});m.m=m;t(m);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property 'm' closes the circle
const p=new Proxy({},{ownKeys(){return ['a']},getOwnPropertyDescriptor(){return{configurable:true,enumerable:true,value:1}},get(t,k,r){return k=='a'?r:undefined}});t(p);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property 'a' closes the circle
t(10n);t({a:10n});t(Object(1n));
// expect: TypeError: Do not know how to serialize a BigInt
// expect: TypeError: Do not know how to serialize a BigInt
// expect: TypeError: Do not know how to serialize a BigInt
const ar=[];ar.push({ar});t(ar);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Array'
// expect:     |     index 0 -> object with constructor 'Object'
// expect:     --- property 'ar' closes the circle
const L={};L['x'.repeat(300)]=L;t(L);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' closes the circle
const un={};un['\u{1F600}']=un;t(un);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property '😀' closes the circle
const un2={};un2['$a']=[un2];t(un2);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     |     property '$a' -> object with constructor 'Array'
// expect:     --- index 0 closes the circle
const rep={};rep.r=rep;t(rep,(k,v)=>v);t(rep,['r']);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property 'r' closes the circle
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Object'
// expect:     --- property 'r' closes the circle
class \u00e9a{};const q=new \u00e9a;q['é']=q;t(q);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'éa'
// expect:     --- property 'é' closes the circle
const arrr=[];arrr.x=1;arrr[3]=arrr;t(arrr);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Array'
// expect:     --- index 3 closes the circle
const mm=new Map;mm.s=mm;t(mm);
// expect: TypeError: Converting circular structure to JSON
// expect:     --> starting at object with constructor 'Map'
// expect:     --- property 's' closes the circle
