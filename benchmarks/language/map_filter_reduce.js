// Natives that call back: map, filter, reduce over 200 thousand.
function main() {
    const a = [];
    for (let i = 0; i < 2e5; i++) a.push(i);
    let sum = 0;
    for (let round = 0; round < 2; round++) {
        sum += a.map(x => x * 2).filter(x => x % 3 === 0).reduce((s, x) => s + x, round);
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 5; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('map_filter_reduce', checksum, (user + system) / 5000);
