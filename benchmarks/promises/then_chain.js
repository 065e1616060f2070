// One long chain of then, built first and run afterwards.
function main(n) {
    let p = Promise.resolve(0);
    for (let i = 0; i < n; i++) p = p.then(x => x + 1);
    return p;
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('then_chain', checksum, 1000 * (user + system) / operations);
}
measure(5e5);
