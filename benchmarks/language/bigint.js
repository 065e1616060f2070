// The factorial of 1500 and its decimal digits.
function main() {
    let f = 1n;
    for (let i = 2n; i <= 1500n; i++) f *= i;
    return f.toString().length;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 100; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('bigint', checksum, (user + system) / 100000);
