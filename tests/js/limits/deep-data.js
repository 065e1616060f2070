// skip: stress many cells
// Deep chains of data are walked without recursion in C.
let list = null;
for (let i = 0; i < 300000; i++) list = { next: list };
let n = 0;
for (let p = list; p; p = p.next) n++;
console.log(n); // expect: 300000
let nested = [];
for (let i = 0; i < 100000; i++) nested = [nested];
for (const f of [() => nested.flat(Infinity).length, () => String(nested), () => nested.join()]) {
    try { f(); console.log('ok'); } catch (e) { console.log(e instanceof RangeError ? 'ok' : e.name); }
}
// expect: ok
// expect: ok
// expect: ok
let bound = function () { return 'reached'; };
for (let i = 0; i < 100000; i++) bound = bound.bind(null);
try { console.log(bound() === 'reached'); } catch (e) { console.log(e instanceof RangeError); } // expect: true
let rope = '';
for (let i = 0; i < 100000; i++) rope = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz' + rope;
console.log(rope.length, rope.charCodeAt(77)); // expect: 7800000 122
let proto = null;
for (let i = 0; i < 10000; i++) proto = Object.create(proto);
console.log(proto.missing, 'x' in proto); // expect: undefined false
