// The functions of Math: a million rounds.
function main() {
    let x = 0;
    for (let i = 0; i < 1e6; i++) {
        x += Math.sqrt(i) + Math.abs(-i) + Math.floor(i / 3);
        x = Math.max(x % 1000, Math.min(i, 10)) + Math.imul(i, 3) % 7;
    }
    return Math.round(x);
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('math', checksum, (user + system) / 3000);
