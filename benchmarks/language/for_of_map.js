// for-of over a Map with destructured entries: half a million.
function main() {
    const m = new Map();
    for (let i = 0; i < 5000; i++) m.set(i, i * 2);
    let sum = 0;
    for (let round = 0; round < 100; round++) {
        for (const [k, v] of m) sum = (sum + k + v) | 0;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('for_of_map', checksum, (user + system) / 3000);
