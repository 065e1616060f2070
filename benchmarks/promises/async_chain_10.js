// Ten nested async functions, each awaiting the next; counted per call.
async function nested(depth) {
    return depth === 0 ? 1 : 1 + await nested(depth - 1);
}

async function main(n) {
    let sum = 0;
    for (let i = 0; i < n; i += 10) sum += await nested(9);
    return sum;
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('async_chain_10', checksum, 1000 * (user + system) / operations);
}
measure(2e6);
