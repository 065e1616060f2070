// Two million short-lived objects with three properties.
function main() {
    let sum = 0;
    for (let i = 0; i < 2e6; i++) {
        const o = { x: i, y: i + 1, z: null };
        sum = (sum + o.x + o.y) | 0;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('object_alloc', checksum, (user + system) / 3000);
