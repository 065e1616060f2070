// Numbers turned into text and appended, half a million times.
function main() {
    let s = '';
    for (let i = 0; i < 5e5; i++) s += i + ',';
    return s.length;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('string_concat_number', checksum, (user + system) / 3000);
