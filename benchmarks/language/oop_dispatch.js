// One call site that sees three classes: method lookup along prototypes, 2 million calls.
class Shape {
    constructor(a) { this.a = a; }
    area() { return 0; }
    scaled(k) { return this.area() * k; }
}
class Square extends Shape {
    area() { return this.a * this.a; }
}
class Strip extends Shape {
    area() { return this.a * 3; }
}
class Point extends Shape {
    area() { return 1; }
}

function main() {
    const shapes = [];
    for (let i = 0; i < 99; i++) shapes.push(i % 3 === 0 ? new Square(i) : i % 3 === 1 ? new Strip(i) : new Point(i));
    let sum = 0, k = 0;
    for (let i = 0; i < 2e6; i++) {
        sum = (sum + shapes[k].scaled(2)) | 0;
        if (++k === 99) k = 0;
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('oop_dispatch', checksum, (user + system) / 3000);
