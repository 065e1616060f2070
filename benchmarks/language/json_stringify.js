// JSON.stringify of about 2 MB.
function main() {
    const rows = [];
    for (let i = 0; i < 20000; i++) rows.push({ id: i, name: 'row ' + i, tags: ['a', 'b"', null], score: i / 7, ok: i % 2 === 0 });
    return JSON.stringify(rows).length;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 5; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('json_stringify', checksum, (user + system) / 5000);
