// await of an async function that never waits.
async function one() {
    return 1;
}

async function main(n) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += await one();
    return sum;
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('await_async_call', checksum, 1000 * (user + system) / operations);
}
measure(2e6);
