// Reading and writing a Uint8Array: 2 million.
function main() {
    const a = new Uint8Array(1000);
    let sum = 0;
    for (let i = 0; i < 2000; i++) {
        for (let j = 0; j < 1000; j++) {
            a[j] = a[j] + j + i;
            sum += a[j];
        }
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('uint8array', checksum, (user + system) / 3000);
