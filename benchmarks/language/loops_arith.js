// Nested counted loops, integer and overflowing arithmetic with a remainder: 9 million steps.
function main() {
    let x = 0;
    for (let i = 0; i < 3000; i++) {
        for (let j = 0; j < 3000; j++) x = (x + i * j) % 65536;
    }
    return x;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('loops_arith', checksum, (user + system) / 3000);
