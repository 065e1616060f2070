// Objects as dictionaries: computed keys, for-in, delete, in.
function main() {
    let sum = 0;
    for (let round = 0; round < 20; round++) {
        const o = {};
        for (let i = 0; i < 2000; i++) o['key' + i] = i;
        for (const k in o) sum += o[k];
        for (let i = 0; i < 2000; i += 2) delete o['key' + i];
        for (let i = 0; i < 2000; i++) if ('key' + i in o) sum++;
        sum += Object.keys(o).length;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('dynamic_keys', checksum, (user + system) / 3000);
