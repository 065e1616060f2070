// Arrays with holes and far indices: walked, searched, listed.
function main() {
    const a = [];
    for (let i = 0; i < 2000; i++) a[i * 101] = i;
    const holes = new Array(20000);
    for (let i = 0; i < holes.length; i += 7) holes[i] = i;
    let sum = 0;
    for (let round = 0; round < 5; round++) {
        a.forEach(x => sum += x);
        sum += holes.reduce((x, y) => x + y) + holes.map(x => x + 1).length + holes.indexOf(19999) + a.filter(x => x & 1).length;
        sum += Object.keys(a).length + holes.join('').length;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 20; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('array_sparse', checksum, (user + system) / 20000);
