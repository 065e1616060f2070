// await of a new promise that a microtask resolves.
async function main(n) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += await new Promise(resolve => queueMicrotask(() => resolve(1)));
    return sum;
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('await_suspend', checksum, 1000 * (user + system) / operations);
}
measure(1e6);
