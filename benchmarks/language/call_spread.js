// Calls, constructions and arrays with spread arguments: 300 thousand of each.
function add(a, b, c) {
    return a + b + c;
}
class Point {
    constructor(x, y) {
        this.x = x;
        this.y = y;
    }
}
class Named extends Point {
    constructor(name, ...rest) {
        super(...rest);
        this.name = name;
    }
}

function main() {
    const two = [1, 2], three = [1, 2, 3];
    let sum = 0;
    for (let i = 0; i < 3e5; i++) {
        sum += add(...three) + add(i, ...two) + new Point(...two).y + new Named('p', i, 1).x;
        sum += Math.max(...three) + [...three].length + [i, ...two].length;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('call_spread', checksum, (user + system) / 3000);
