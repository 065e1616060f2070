// finally runs on every way out, and its own way out wins.
const log = [];
function f(how) {
    try {
        log.push('try');
        if (how === 'throw') throw new Error('t');
        if (how === 'return') return 'r';
        return 'end';
    } catch ({ message }) {
        return 'caught ' + message;
    } finally {
        log.push('finally');
    }
}
console.log(f('throw'), f('return'), f(), log.join()); // expect: caught t r end try,finally,try,finally,try,finally
console.log((() => { try { return 1; } finally { return 2; } })()); // expect: 2
console.log((() => { try { throw 1; } catch { return 'c'; } finally {} })()); // expect: c
console.log((() => { for (const i of [1, 2]) { try { continue; } finally { if (i === 2) return 'f' + i; } } })()); // expect: f2
console.log((() => { let i = 0; try { return i; } finally { i = 5; } })()); // expect: 0
try {
    try { throw new Error('first'); } finally { throw new Error('second'); }
} catch (e) {
    console.log(e.message); // expect: second
}
function nested() {
    try { try { throw 1; } finally { log.push('inner'); } } catch (e) { return e; } finally { log.push('outer'); }
}
console.log(nested(), log.slice(-2).join()); // expect: 1 inner,outer
try { throw undefined; } catch (e) { console.log(e); } // expect: undefined
for (let i = 0; ; i++) { try { if (i < 3) continue; break; } finally { log.push(i); } }
console.log(log.slice(-4).join()); // expect: 0,1,2,3
const e = 'outer';
try { throw 'inner'; } catch (e) { var e2 = e; }
console.log(e, e2); // expect: outer inner
