// Many small typed arrays: made, filled, cut.
function main() {
    let sum = 0;
    for (let i = 0; i < 100000; i++) {
        const bytes = new Uint8Array(16);
        bytes[i & 15] = i;
        sum += bytes.subarray(4, 12).length + bytes[3] + new Float64Array(4).length;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 5; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('small_typed_arrays', checksum, (user + system) / 5000);
