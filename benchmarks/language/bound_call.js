// Calls of bound functions, and making them: a million and a half.
function add(a, b, c) {
    return this.base + a + b + c;
}

function main() {
    const plain = add.bind({ base: 1 }), partial = add.bind({ base: 1 }, 2, 3), three = [1, 2, 3];
    let sum = 0;
    for (let i = 0; i < 3e5; i++) {
        sum += plain(i, 1, 2) + partial(i) + plain(...three) + plain.apply(null, three) + add.bind({ base: i }, 1)(2, 3);
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('bound_call', checksum, (user + system) / 3000);
