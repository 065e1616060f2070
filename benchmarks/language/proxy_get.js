// A get trap that forwards: half a million reads.
function main() {
    const p = new Proxy({ a: 1, b: 2 }, { get: (target, key) => target[key] + 1 });
    let sum = 0;
    for (let i = 0; i < 5e5; i++) sum += i & 1 ? p.a : p.b;
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('proxy_get', checksum, (user + system) / 3000);
