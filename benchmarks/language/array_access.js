// Reading and writing elements of a small array: 5 million of each.
function main() {
    const a = [];
    for (let i = 0; i < 1000; i++) a.push(i);
    let sum = 0;
    for (let i = 0; i < 5000; i++) {
        for (let j = 0; j < 1000; j++) {
            sum = (sum + a[j]) | 0;
            a[j] = j + i;
        }
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('array_access', checksum, (user + system) / 3000);
