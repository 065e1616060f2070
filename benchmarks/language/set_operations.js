// Sets and Maps of numbers and strings: membership, iteration, deletion, counting.
const words = Array.from({ length: 5000 }, (_, i) => 'word' + i * 7919 % 3001);
function main() {
    const counts = new Map(), seen = new Set();
    for (let round = 0; round < 10; round++) {
        for (const word of words) counts.set(word, (counts.get(word) || 0) + 1);
        for (let i = 0; i < 5000; i++) seen.has(i * 31 % 4099) ? seen.delete(i) : seen.add(i * 31 % 4099);
    }
    let sum = seen.size;
    counts.forEach((n, word) => sum += n * word.length);
    for (const n of seen) sum += n;
    return sum + [...counts.keys()].length;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 30; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('set_operations', checksum, (user + system) / 30000);
