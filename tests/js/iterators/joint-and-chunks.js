// Iterator.zip, zipKeyed, concat, chunks, windows, includes, join, dispose, and how they close what they read.
const show = it => console.log([...it].map(v => Array.isArray(v) ? '[' + v + ']' : typeof v === 'object' ? Object.entries(v).join(' ') : v).join(' '));
const traced = (name, n) => {
    let i = 0;
    return {
        next() { return i < n ? { value: name + i++, done: false } : { value: undefined, done: true }; },
        return() { console.log('close', name); return {}; },
        [Symbol.iterator]() { return this; },
        __proto__: Iterator.prototype,
    };
};
show(Iterator.zip([[1, 2, 3], 'ab'.split('')])); // expect: [1,a] [2,b]
show(Iterator.zip([[1, 2, 3], ['a']], { mode: 'longest', padding: ['?', '-'] })); // expect: [1,a] [2,-] [3,-]
show(Iterator.zip([[1, 2], new Set(['x', 'y'])], { mode: 'strict' })); // expect: [1,x] [2,y]
try { show(Iterator.zip([traced('a', 3), traced('b', 2), traced('c', 3)], { mode: 'strict' })); } catch (e) { console.log(e.name); }
// expect: close c
// expect: close a
// expect: TypeError
show(Iterator.zip([traced('a', 2), traced('b', 1), traced('c', 2)]));
// expect: close c
// expect: close a
// expect: [a0,b0,c0]
show(Iterator.zipKeyed({ left: [1, 2], right: ['p', 'q'], none: undefined })); // expect: left,1 right,p left,2 right,q
show(Iterator.zipKeyed({ a: [1], b: [2, 3] }, { mode: 'longest', padding: { a: 0 } })); // expect: a,1 b,2 a,0 b,3
const open = Iterator.zip([traced('x', 5), traced('y', 5)]);
open.next();
console.log(open.return().done, open.next().done);
// expect: close y
// expect: close x
// expect: true true
for (const bad of [() => Iterator.zip(5), () => Iterator.zip([], { mode: 'other' }), () => Iterator.zip([], 5), () => Iterator.zip([traced('z', 1), 7])]) {
    try { bad(); } catch (e) { console.log(e.name); }
}
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: close z
// expect: TypeError
show(Iterator.concat([1, 2], new Set([3]), [4].values())); // expect: 1 2 3 4
const both = Iterator.concat(traced('m', 2), traced('n', 2));
both.next();
both.return(); // expect: close m
show([1, 2, 3, 4, 5].values().chunks(2)); // expect: [1,2] [3,4] [5]
show([1, 2, 3, 4].values().windows(3)); // expect: [1,2,3] [2,3,4]
show([1, 2].values().windows(3)); // expect:
show([1, 2].values().windows(3, 'allow-partial')); // expect: [1,2]
for (const size of [0, 1.5, '2', 2 ** 32, NaN]) {
    try { traced('w', 1).chunks(size); } catch (e) { console.log(e.name); }
}
// expect: close w
// expect: RangeError
// expect: close w
// expect: TypeError
// expect: close w
// expect: TypeError
// expect: close w
// expect: RangeError
// expect: close w
// expect: TypeError
console.log(traced('i', 3).includes('i1'), [NaN].values().includes(NaN), [1, 2, 1].values().includes(2, 2));
// expect: close i
// expect: true true false
console.log([1, null, 'x', undefined].values().join('-'), traced('j', 2).join()); // expect: 1--x- j0,j1
traced('d', 1)[Symbol.dispose](); // expect: close d
console.log(traced('t', 9).map(x => x + '!').filter(x => x !== 't1!').take(3).toArray().join());
// expect: close t
// expect: t0!,t2!,t3!
const helper = traced('h', 9).flatMap(x => [x, x]);
helper.next();
helper.return(); // expect: close h
const running = { next() { return inner.next(); }, __proto__: Iterator.prototype };
const inner = running.map(x => x);
try { inner.next(); } catch (e) { console.log(e.name); } // expect: TypeError
try { traced('k', 1).drop(NaN); } catch (e) { console.log(e.name); }
// expect: close k
// expect: RangeError
