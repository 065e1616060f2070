// Arrays grown by push and read by index: five of half a million.
function main() {
    let sum = 0;
    for (let round = 0; round < 5; round++) {
        const a = [];
        for (let i = 0; i < 5e5; i++) a.push(i ^ round);
        for (let i = 0; i < a.length; i++) sum = (sum + a[i]) | 0;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('array_push_index', checksum, (user + system) / 3000);
