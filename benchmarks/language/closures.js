// Functions made in a loop and called: captured variables, read and written.
function counter(step) {
    let n = 0;
    return { next: () => (n += step), peek: () => n };
}

function main() {
    let sum = 0;
    for (let i = 0; i < 2e5; i++) {
        const c = counter(i & 7);
        for (let j = 0; j < 5; j++) c.next();
        sum += c.peek();
    }
    const add = a => b => c => a + b + c;
    for (let i = 0; i < 2e5; i++) sum += add(i)(1)(2);
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('closures', checksum, (user + system) / 3000);
