// Rest parameters: read, passed on, kept: 300 thousand of each.
const count = (...list) => list.length;
function last(...list) {
    return list[list.length - 1];
}
function total(...list) {
    let sum = 0;
    for (let i = 0; i < list.length; i++) sum += list[i];
    return sum;
}
const through = (f, ...list) => f(...list);
const kept = (...list) => list;

function main() {
    let sum = 0;
    for (let i = 0; i < 3e5; i++) {
        sum += count(i, i) + last(1, 2, i) + total(1, 2, 3, i) + through(last, 1, i) + kept(i, 1).length;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('rest_parameters', checksum, (user + system) / 3000);
