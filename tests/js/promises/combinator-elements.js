// What elements of the combinators may do: settle twice, at once, never; end early; be many.
function thenable(...calls) {
    return { then(f, r) { for (const [good, v] of calls) (good ? f : r)(v); } };
}
const text = v => v instanceof AggregateError ? 'errors ' + v.errors.join() : Array.isArray(v) ? v.map(x => x && x.status ? x.status + (x.value ?? x.reason) : x).join() : String(v);
const show = async (name, p) => console.log(name, text(await p.catch(e => e)));
(async () => {
    await show('all', Promise.all([thenable([true, 1], [true, 2]), thenable([true, 3]), 4])); // expect: all 1,3,4
    await show('all', Promise.all([thenable([false, 'no'], [true, 2]), thenable([true, 3])])); // expect: all no
    await show('all', Promise.all([thenable([true, 1], [false, 'late'])])); // expect: all 1
    await show('settled', Promise.allSettled([thenable([true, 1], [false, 2]), thenable([false, 3], [true, 4]), 5])); // expect: settled fulfilled1,rejected3,fulfilled5
    await show('any', Promise.any([thenable([false, 1], [false, 2]), Promise.reject(3)])); // expect: any errors 1,3
    await show('any', Promise.any([Promise.reject(1), 2])); // expect: any 2
    await show('race', Promise.race([new Promise(() => {}), thenable([false, 'first'], [true, 1])])); // expect: race first
    await show('empty', Promise.all([])); // expect: empty 
    await show('empty', Promise.any([])); // expect: empty errors 
    await show('not iterable', Promise.all(5)); // expect: not iterable TypeError: 5 is not iterable

    // an error of the iterator rejects, and closes nothing; an error of an element closes
    let closed = 0;
    const broken = { [Symbol.iterator]: () => ({ next() { throw 'next'; }, return() { closed++; return {}; } }) };
    await show('next', Promise.all(broken)); // expect: next next
    const bad = { get then() { throw 'then'; } };
    const elements = { [Symbol.iterator]: () => ({ next: () => ({ value: { constructor: Promise, __proto__: bad }, done: false }), return() { closed++; return {}; } }) };
    class Picky extends Promise { static resolve(v) { return v; } }
    await show('element', Picky.all(elements)); // expect: element then
    console.log(closed); // expect: 1

    // a promise that is fulfilled with a thenable gives it on unresolved by all, as values are not resolved again
    const many = await Promise.all(Array.from({ length: 20000 }, (_, i) => i % 2 ? i : Promise.resolve(i)));
    console.log(many.length, many.every((v, i) => v === i)); // expect: 20000 true
    const statuses = await Promise.allSettled(Array.from({ length: 1000 }, (_, i) => i % 3 ? i : Promise.reject(i)));
    console.log(statuses.filter(s => s.status === 'rejected').length, Object.keys(statuses[0]).join(), Object.keys(statuses[1]).join()); // expect: 334 status,reason status,value
    console.log(await Promise.try((a, b) => a + b, 1, 2), await Promise.try(() => { throw 'thrown'; }).catch(e => e)); // expect: 3 thrown
})();
