// next, return and throw, in every state of a generator.
function* g() {
    try {
        const x = yield 1;
        console.log('got', x);
        yield 2;
    } catch (e) {
        console.log('caught', e);
        yield 3;
    } finally {
        console.log('finally');
        yield 4;
    }
    return 5;
}
const show = r => console.log(String(r.value), r.done);
let it = g();
show(it.next('ignored')); // expect: 1 false
show(it.next('a'));
// expect: got a
// expect: 2 false
show(it.throw('t'));
// expect: caught t
// expect: 3 false
show(it.return('r'));
// expect: finally
// expect: 4 false
show(it.next()); // expect: r true
show(it.next()); // expect: undefined true
show(it.return(9)); // expect: 9 true
try { it.throw(new Error('after the end')); } catch (e) { console.log(e.message); } // expect: after the end
it = g();
show(it.return('early')); // expect: early true
show(it.next()); // expect: undefined true
it = g();
try { it.throw('before start'); } catch (e) { console.log(e); } // expect: before start
function* self() { try { it2.next(); } catch (e) { yield e.name; } }
const it2 = self();
show(it2.next()); // expect: TypeError false
console.log(Object.prototype.toString.call(it2), it2[Symbol.iterator]() === it2); // expect: [object Generator] true
console.log(Object.getPrototypeOf(it2) === self.prototype, 'constructor' in self.prototype && Object.hasOwn(self.prototype, 'constructor')); // expect: true false
