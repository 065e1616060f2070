// A generator resumed a million times.
function* count(n) {
    for (let i = 0; i < n; i++) yield i;
}

function main() {
    let sum = 0;
    for (const x of count(1e6)) sum += x;
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('generator', checksum, (user + system) / 3000);
