// Calls of a small function with four arguments: 3 million.
function mix(a, b, c, d) {
    return (a ^ b) + (c & d);
}

function main() {
    let x = 0;
    for (let i = 0; i < 3e6; i++) x = mix(x, i, 255, x) | 0;
    return x;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('calls_4arg', checksum, (user + system) / 3000);
