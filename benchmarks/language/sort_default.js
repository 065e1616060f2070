// Sorting without comparator: numbers and words as text, and typed arrays by value.
function main() {
    const numbers = Array.from({ length: 10000 }, (_, i) => i * 7919 % 10007);
    const words = numbers.map(n => 'w' + n);
    return numbers.sort()[77] + words.sort()[99] + Float64Array.from(numbers).sort()[5] + words.map(w => w.length).sort((a, b) => b - a)[0];
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 30; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('sort_default', checksum, (user + system) / 30000);
