// Sorting 60 thousand strings without a comparator.
function main() {
    const a = [];
    let x = 1;
    for (let i = 0; i < 60000; i++) {
        x = (x * 48271) % 2147483647;
        a.push('name' + x.toString(36));
    }
    a.sort();
    return a[0] + a[59999];
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 5; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('string_sort', checksum, (user + system) / 5000);
