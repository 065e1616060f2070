// Recursive calls and integer arithmetic.
function fib(n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function main() {
    return fib(32);
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('fib32', checksum, (user + system) / 3000);
