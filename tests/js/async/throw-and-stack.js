// A throw becomes a rejection, also in parameters; the stack names the async callers.
async function inner() {
    await 1;
    throw new Error('deep');
}
async function middle() { await inner(); }
async function outer() { await middle(); }
console.log(typeof outer); // expect: function
outer().catch(e => {
    console.log(e.message);
    const names = e.stack.split('\n').slice(1).map(l => l.trim().split(' ').slice(0, 3).join(' '));
    console.log(names[0].includes('inner'), names.some(n => n.includes('async middle')), names.some(n => n.includes('async outer')));
});
const bad = async (x = (() => { throw new TypeError('parameter'); })()) => x;
bad().catch(e => console.log(e.message)); // expect: parameter
(async () => { throw undefined; })().catch(e => console.log('rejected with', e)); // expect: rejected with undefined
// expect: deep
// expect: true true true
