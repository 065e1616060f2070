// Timers, promises and next-ticks: what runs when.
const sleep = (ms, value) => new Promise(resolve => setTimeout(resolve, ms, value));

async function fetchAll(names) {
    const started = performance.now();
    const results = await Promise.all(names.map(async (name, i) => {
        await sleep(10 * (names.length - i));
        return `${name} after its turn`;
    }));
    console.log(`all of them took ${performance.now() - started < 100 ? 'no longer than the slowest' : 'too long'}`);
    return results;
}

setImmediate(() => console.log('4. an immediate, in the next turn of the loop'));
queueMicrotask(() => console.log('3. a microtask, before anything else waits'));
process.nextTick(() => console.log('2. a next-tick, before the microtasks'));
console.log('1. the script itself');

const first = run();
async function run() {
    const winner = await Promise.race([sleep(30, 'the slow one'), sleep(5, 'the quick one')]);
    console.log(`5. ${winner} wins the race`);
    for (const line of await fetchAll(['alpha', 'beta', 'gamma'])) console.log('6.', line);
    const outcome = await Promise.allSettled([sleep(1, 'kept'), Promise.reject(new Error('broken'))]);
    console.log('7.', outcome.map(o => o.status).join(' and '));
}
first.finally(() => console.log('8. done'));
