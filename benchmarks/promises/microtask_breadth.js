// Many microtasks queued at once.
function main(n) {
    return new Promise(resolve => {
        let left = n;
        const done = () => {
            if (--left === 0) resolve(n);
        };
        for (let i = 0; i < n; i++) queueMicrotask(done);
    });
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('microtask_breadth', checksum, 1000 * (user + system) / operations);
}
measure(1e6);
