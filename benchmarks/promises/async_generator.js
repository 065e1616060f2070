// for await over an async generator; counted per yield.
async function* numbers(n) {
    for (let i = 0; i < n; i++) yield 1;
}

async function main(n) {
    let sum = 0;
    for await (const x of numbers(n)) sum += x;
    return sum;
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('async_generator', checksum, 1000 * (user + system) / operations);
}
measure(1e6);
