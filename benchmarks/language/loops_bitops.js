// Shifts, masks and exclusive or on 32-bit integers: 9 million steps.
function main() {
    let x = 1;
    for (let i = 0; i < 9e6; i++) {
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        x = (x + (i & 255)) | 0;
    }
    return x;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('loops_bitops', checksum, (user + system) / 3000);
