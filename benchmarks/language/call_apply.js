// Calls by call, apply and Reflect.apply, with arrays, rest parameters and arguments objects: 300 thousand of each.
function add(a, b, c) {
    return a + b + c;
}
function applied(...list) {
    return add.apply(this, list);
}
function reflected(...list) {
    return Reflect.apply(add, this, list);
}
function handedOn() {
    return add.apply(this, arguments);
}

function main() {
    const three = [1, 2, 3];
    let sum = 0;
    for (let i = 0; i < 3e5; i++) {
        sum += add.call(three, i, 1, 2) + add.apply(null, three) + Reflect.apply(add, null, three);
        sum += applied(i, 1, 2) + reflected(i, 1, 2) + handedOn(i, 1, 2);
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('call_apply', checksum, (user + system) / 3000);
