// Arrays copied and joined in small pieces: slice, concat, splice, spread, indexOf, includes.
function main() {
    const a = Array.from({ length: 64 }, (_, i) => i);
    let sum = 0;
    for (let i = 0; i < 60000; i++) {
        const from = i & 31, part = a.slice(from, from + 16);
        part.splice(3, 2, i);
        sum += part.concat(a).length + part.indexOf(i) + a.slice().length + (a.includes(from + 1) ? 1 : 0);
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 40; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('array_slice', checksum, (user + system) / 40000);
