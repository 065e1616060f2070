// Promise.all of hundreds of resolved promises; counted per element.
async function main(n) {
    let sum = 0;
    for (let i = 0; i < n; i += 500) {
        const all = [];
        for (let k = 0; k < 500; k++) all.push(Promise.resolve(k));
        sum += (await Promise.all(all)).length;
    }
    return sum;
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('promise_all', checksum, 1000 * (user + system) / operations);
}
measure(1e6);
