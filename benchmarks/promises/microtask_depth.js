// queueMicrotask, each queueing the next.
function main(n) {
    return new Promise(resolve => {
        let left = n;
        const hop = () => {
            if (--left > 0) queueMicrotask(hop);
            else resolve(n);
        };
        queueMicrotask(hop);
    });
}

async function measure(operations) {
    await main(1000);
    const start = process.cpuUsage();
    const checksum = await main(operations);
    const { user, system } = process.cpuUsage(start);
    console.log('microtask_depth', checksum, 1000 * (user + system) / operations);
}
measure(2e6);
