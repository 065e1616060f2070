// Template strings with numbers and strings: half a million.
function main() {
    let length = 0;
    const name = 'item';
    for (let i = 0; i < 5e5; i++) length += `${name}-${i}: ${i & 1 ? 'odd' : 'even'}`.length;
    return length;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('template_strings', checksum, (user + system) / 3000);
