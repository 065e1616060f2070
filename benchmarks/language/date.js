// Dates: made of fields and of text, read, written, moved by setters.
function main() {
    let sum = 0;
    const d = new Date(2020, 0, 1);
    for (let i = 0; i < 20000; i++) {
        const made = new Date(2000 + i % 40, i % 12, i % 28 + 1, i % 24, i % 60);
        sum += made.getDate() + made.getHours() + made.getDay() + made.getMonth();
        d.setMinutes(d.getMinutes() + 61);
        sum += Date.parse(made.toISOString()) % 1000 + new Date(made.getTime() + 86400000).getUTCFullYear();
    }
    return sum + d.getTime();
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 10; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('date', checksum, (user + system) / 10000);
