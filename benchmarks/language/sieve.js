// The sieve of Eratosthenes up to two million on an ordinary array.
function main() {
    const n = 2000000;
    const composite = [];
    for (let i = 0; i <= n; i++) composite.push(false);
    for (let i = 2; i * i <= n; i++) {
        if (composite[i]) continue;
        for (let j = i * i; j <= n; j += i) composite[j] = true;
    }
    let count = 0;
    for (let i = 2; i <= n; i++) if (!composite[i]) count++;
    return count;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('sieve', checksum, (user + system) / 3000);
