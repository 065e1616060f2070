// Methods of typed arrays on a hundred thousand elements: fill, set, slice, indexOf, sort, map, reduce, reverse.
function main() {
    const a = new Int32Array(100000), b = new Float64Array(100000);
    for (let i = 0; i < a.length; i++) a[i] = (i * 7919) % 100003;
    b.set(a);
    const c = a.slice(1000).sort(), d = b.map(x => x / 2).reverse();
    return c[500] + d.reduce((x, y) => x + y, 0) + a.indexOf(99999) + a.filter(x => x % 3 === 0).length + new Uint8Array(100000).fill(7).lastIndexOf(3);
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 20; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('typed_array_methods', checksum, (user + system) / 20000);
