// Array.prototype.sort that calls back: 300 thousand numbers.
function main() {
    const a = [];
    let x = 12345;
    for (let i = 0; i < 3e5; i++) {
        x = (x * 1103515245 + 12345) % 2147483648;
        a.push(x);
    }
    a.sort((p, q) => p - q);
    let sum = 0;
    for (let i = 0; i < a.length; i += 1000) sum += a[i] % 1000;
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('sort_comparator', checksum, (user + system) / 3000);
