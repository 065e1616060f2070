// One site, many shapes: a cached look-up never gives a stale answer.
function get(o) { return o.x; }
function set(o, v) { o.x = v; }
const makers = [i => ({ x: i }), i => ({ a: 1, x: i }), i => ({ get x() { return -i; } }), i => Object.create({ x: i * 2 }), i => [i], i => 'str', i => Object.freeze({ x: i }), i => new (class { x = i; })()];
let sum = 0;
for (let i = 0; i < 200; i++) {
    const v = get(makers[i % makers.length](i));
    if (v !== undefined) sum += v;
}
console.log(sum); // expect: 12450
const proto = { x: 'p' }, o = Object.create(proto);
for (let i = 0; i < 10; i++) get(o);
proto.x = 'changed';
console.log(get(o)); // expect: changed
Object.defineProperty(proto, 'x', { get: () => 'getter' });
console.log(get(o)); // expect: getter
delete proto.x;
console.log(get(o)); // expect: undefined
Object.prototype.x = 'root';
console.log(get(o), get(5), get('s')); // expect: root root root
delete Object.prototype.x;
const list = [];
for (let i = 0; i < 50; i++) { const t = {}; if (i === 40) Object.preventExtensions(t); set(t, i); list.push(t.x); }
console.log(list[39], list[40], list[41]); // expect: 39 undefined 41
class S { set x(v) { this.y = v; } }
const withSetter = new S();
set(withSetter, 3);
console.log(withSetter.y, Object.hasOwn(withSetter, 'x')); // expect: 3 false
Object.defineProperty(S.prototype, 'x', { value: 1, writable: false });
set(withSetter, 9);
console.log(withSetter.x, withSetter.y); // expect: 1 3
const globals = () => typeof later === 'undefined' ? 'none' : later;
console.log(globals(), globals());  // expect: none none
globalThis.later = 'defined';
console.log(globals()); // expect: defined
delete globalThis.later;
console.log(globals()); // expect: none
