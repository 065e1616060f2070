// A Map with half a million integer keys: set, get, delete.
function main() {
    const m = new Map();
    for (let i = 0; i < 5e5; i++) m.set((i * 7919) | 0, i);
    let sum = 0;
    for (let i = 0; i < 5e5; i++) sum = (sum + m.get((i * 7919) | 0)) | 0;
    for (let i = 0; i < 5e5; i += 2) m.delete((i * 7919) | 0);
    return sum + m.size;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('map_int', checksum, (user + system) / 3000);
