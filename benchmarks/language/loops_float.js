// A dependent chain of floating-point operations: 9 million steps.
function main() {
    let x = 0;
    for (let j = 0; j < 9e6; j++) x = x * 0.999 + j * 0.5;
    return Math.round(x);
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('loops_float', checksum, (user + system) / 3000);
