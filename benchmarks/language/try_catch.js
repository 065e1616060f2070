// Exceptions thrown, caught and finally passed: 100 thousand, a tenth of a million more without a throw.
function risky(i) {
    if (i % 2 === 0) throw new Error('even ' + i);
    return i;
}

function main() {
    let caught = 0, sum = 0, passed = 0;
    for (let i = 0; i < 1e5; i++) {
        try {
            sum += risky(i);
        } catch (e) {
            caught += e.message.length;
        } finally {
            passed++;
        }
    }
    return caught + sum + passed;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('try_catch', checksum, (user + system) / 3000);
