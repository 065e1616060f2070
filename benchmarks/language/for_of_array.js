// for-of over an array: 2 million elements.
function main() {
    const a = [];
    for (let i = 0; i < 2000; i++) a.push(i);
    let sum = 0;
    for (let round = 0; round < 1000; round++) {
        for (const x of a) sum = (sum + x) | 0;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('for_of_array', checksum, (user + system) / 3000);
