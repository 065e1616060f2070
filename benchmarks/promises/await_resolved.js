// await of an already resolved promise.
async function main(n) {
    const p = Promise.resolve(1);
    let sum = 0;
    for (let i = 0; i < n; i++) sum += await p;
    return sum;
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('await_resolved', checksum, 1000 * (user + system) / operations);
}
measure(2e6);
