// A fresh binding per iteration that a closure captures: half a million.
function main() {
    let sum = 0;
    let functions = [];
    for (let i = 0; i < 5e5; i++) {
        functions.push(() => i);
        if (functions.length === 100) {
            for (let k = 0; k < 100; k++) sum += functions[k]();
            functions = [];
        }
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('let_capture', checksum, (user + system) / 3000);
