// How frames are named in `stack`.
const first = e => e.stack.split('\n')[1].trim().replace(/\(.*\//, '(').replace(/at \/.*\//, 'at ');
class Base { #private() { return new Error('p'); } call() { return this.#private(); } field = new Error('f'); static field = new Error('s'); }
console.log(first(new Base().call())); // expect: at #private (stack-call-names.js:3:34)
console.log(first(new Base().field)); // expect: at <instance_members_initializer> (stack-call-names.js:3:95)
console.log(first(Base.field)); // expect: at <static_initializer> (stack-call-names.js:3:126)
console.log(first((() => new Error('a'))())); // expect: at stack-call-names.js:7:26
console.log(first({ arrow: () => new Error('a') }.arrow())); // expect: at Object.arrow (stack-call-names.js:8:34)
console.log(first([() => new Error('i')][0]())); // expect: at Array.<anonymous> (stack-call-names.js:9:26)
console.log(first(new (class { constructor() { this.e = new Error('c'); } })().e)); // expect: at new <anonymous> (stack-call-names.js:10:57)
let second;
new Promise(function executor() { second = new Error('x').stack.split('\n')[2].trim(); });
console.log(second); // expect: at new Promise (<anonymous>)
JSON.stringify({ toJSON() { second = new Error('x').stack.split('\n')[2].trim(); } });
console.log(second); // expect: at JSON.stringify (<anonymous>)
// Natives of the host do not appear.
try { require('./no_such_file'); } catch (e) { console.log(e.stack.includes('at require'), /^    at .*stack-call-names/m.test(e.stack)); } // expect: false true
// Awaiting functions do, each with the object it was called on.
const service = {
    async inner() { await 1; throw new Error('deep'); },
    async outer() { await this.inner(); },
};
service.outer().catch(e => console.log(e.stack.split('\n').slice(1, 3).map(l => l.trim().split(' (')[0]).join()));
// expect: at Object.inner,at async Object.outer

// They are found behind Promise.all and the like, and behind then().
async function leaf() { await 1; throw new Error('leaf'); }
async function viaAll() { return await Promise.all([1, leaf()]); }
async function viaAny() { return await Promise.any([leaf()]); }
async function viaSettled() { throw (await Promise.allSettled([leaf()]))[0].reason; }
async function viaRace() { return await Promise.race([leaf()]); }
async function viaThen() { return await leaf().then(x => x); }
(async function caller() {
    for (const f of [viaAll, viaAny, viaSettled, viaRace, viaThen]) {
        try {
            await f();
        } catch (e) {
            const lines = (e.errors?.[0] ?? e).stack.split('\n').slice(1);
            console.log(lines.map(l => l.trim().replace(/ \(\/.*/, '')).join(', '));
        }
    }
})();
// expect: at leaf, at async Promise.all (index 1), at async viaAll, at async caller
// expect: at leaf, at async Promise.any (index 0), at async viaAny, at async caller
// expect: at leaf, at async Promise.allSettled (index 0), at async viaSettled, at async caller
// expect: at leaf, at async viaRace, at async caller
// expect: at leaf, at async viaThen, at async caller
