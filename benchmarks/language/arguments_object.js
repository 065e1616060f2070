// Functions that look at their arguments object, mapped and unmapped, and hand it on.
function total() {
    let sum = 0;
    for (let i = 0; i < arguments.length; i++) sum += arguments[i];
    return sum;
}
function mapped(a, b) {
    arguments[0] = b;
    return a + arguments.length;
}
function strict() {
    'use strict';
    return arguments[0] + arguments.length;
}
function forward() { return total.apply(this, arguments); }
function main() {
    let sum = 0;
    for (let i = 0; i < 100000; i++) sum += total(i, 1, 2) + mapped(i, 3) + strict(i, 4) + forward(i, 5);
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 15; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('arguments_object', checksum, (user + system) / 15000);
