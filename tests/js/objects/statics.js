// Object.assign, fromEntries, groupBy, is, and what they do with odd arguments.
const o = Object.assign({ a: 1 }, null, { b: 2, [Symbol.for('s')]: 3 }, 'xy', undefined, [9]);
console.log(Object.keys(o).join(), o[Symbol.for('s')], o[0]); // expect: 0,1,a,b 3 9
try { Object.assign(Object.freeze({ a: 1 }), { a: 2 }); } catch (e) { console.log(e.name); } // expect: TypeError
console.log(Object.entries(Object.fromEntries(new Map([['k', 1], ['l', 2]]))).join(';')); // expect: k,1;l,2
const g = Object.groupBy([1, 2, 3], x => x % 2 ? 'odd' : 'even');
console.log(g.odd.join(), g.even.join(), Object.getPrototypeOf(g)); // expect: 1,3 2 null
console.log(Object.is(-0, 0), Object(1) instanceof Number, Object(null) instanceof Object, new Object('s').length); // expect: false true true 1
for (const f of [() => Object.create(1), () => Object.setPrototypeOf({}, 1), () => Object.defineProperty(1, 'a', {}), () => Object.keys(null), () => Object.fromEntries([1])]) {
    try { f(); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
console.log(Object.prototype.toString.call(null), Object.prototype.toString.call([]), `${{ [Symbol.toStringTag]: 'Tag' }}`); // expect: [object Null] [object Array] [object Tag]
console.log({}.propertyIsEnumerable.call([1], 'length'), Object.prototype.valueOf.call(1) == 1, ({}).toLocaleString()); // expect: false true [object Object]
