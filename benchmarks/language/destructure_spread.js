// Destructuring of arrays and objects, spread of both, rest: 300 thousand.
function parts({ a, b = 2, ...rest }) {
    return a + b + Object.keys(rest).length;
}

function main() {
    let sum = 0;
    for (let i = 0; i < 3e5; i++) {
        const [x, y, ...others] = [i, i + 1, i + 2, i + 3];
        const o = { a: x, c: y, ...{ d: 1 } };
        sum += parts(o) + others.length + [...others, x].length;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('destructure_spread', checksum, (user + system) / 3000);
