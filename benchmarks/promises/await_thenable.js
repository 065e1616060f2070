// await of an object with a then method.
async function main(n) {
    const thenable = { then(resolve) { resolve(1); } };
    let sum = 0;
    for (let i = 0; i < n; i++) sum += await thenable;
    return sum;
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('await_thenable', checksum, 1000 * (user + system) / operations);
}
measure(1e6);
