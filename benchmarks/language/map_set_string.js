// A Map and a Set with string keys that are made anew for each look-up.
function main() {
    const m = new Map(), s = new Set();
    for (let i = 0; i < 1e5; i++) {
        m.set('key' + i, i);
        s.add('k' + i % 5000);
    }
    let sum = 0;
    for (let i = 0; i < 2e5; i++) {
        const v = m.get('key' + i);
        if (v !== undefined) sum += v;
        if (s.has('k' + i)) sum++;
    }
    return sum + m.size + s.size;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('map_set_string', checksum, (user + system) / 3000);
