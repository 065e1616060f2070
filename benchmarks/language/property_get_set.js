// Reading and writing properties of one object: 2 million rounds of three reads and two writes.
function main() {
    const o = { a: 1, b: 2, c: 3 };
    for (let i = 0; i < 2e6; i++) {
        o.a = o.b + 1;
        o.c = (o.c + o.a) & 1023;
        o.b = i & 7;
    }
    return o.a + o.b + o.c;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('property_get_set', checksum, (user + system) / 3000);
