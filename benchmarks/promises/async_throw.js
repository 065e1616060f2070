// An async function that throws, caught by the caller.
async function fails(i) {
    throw new Error('no ' + i);
}

async function main(n) {
    let caught = 0;
    for (let i = 0; i < n; i++) {
        try {
            await fails(i);
        } catch (e) {
            caught += e.message.length > 3 ? 1 : 0;
        }
    }
    return caught;
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('async_throw', checksum, 1000 * (user + system) / operations);
}
measure(2e5);
