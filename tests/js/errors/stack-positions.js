// The stack names functions with the exact line and column where each was left.
function thrower() {
    const x = 1; throw new Error('here');
}
const o = {
    method() { return thrower(); },
    get accessor() { return this.method(); },
};
class K { constructor() { o.accessor; } static make() { return new K(); } }
try {
    [1].forEach(function callback() { K.make(); });
} catch (e) {
    const lines = e.stack.split('\n');
    console.log(lines[0]); // expect: Error: here
    const places = lines.slice(1).filter(l => l.includes('stack-positions.js')).map(l => l.slice(l.lastIndexOf('stack-positions.js') + 18).split(')')[0]);
    console.log(places.slice(0, 6).join(' ')); // expect: :3:24 :6:23 :7:34 :9:29 :9:64 :11:41
    const names = lines.slice(1).map(l => l.trim().split(' ')[1]);
    console.log(names[0], names[1].endsWith('method'), names.some(n => n.endsWith('callback'))); // expect: thrower true true
}
