// Default parameters, rest parameters, optional chaining and nullish coalescing: a million.
function total(a, b = 2, ...rest) {
    return a + b + rest.length;
}

function main() {
    const full = { inner: { n: 1 } }, empty = {};
    let sum = 0;
    for (let i = 0; i < 1e6; i++) {
        const o = i & 1 ? full : empty;
        sum += total(i & 3) + total(1, undefined, i) + (o?.inner?.n ?? 5);
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('optional_default_rest', checksum, (user + system) / 3000);
