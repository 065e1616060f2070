// Short-lived trees beside one long-lived tree: allocation and collection.
function Node(left, right) {
    this.left = left;
    this.right = right;
}

function build(depth) {
    return depth === 0 ? new Node(null, null) : new Node(build(depth - 1), build(depth - 1));
}

function check(node) {
    return node.left === null ? 1 : 1 + check(node.left) + check(node.right);
}

function main() {
    const depth = 14;
    const kept = build(depth);
    let sum = 0;
    for (let d = 4; d <= depth; d += 4) {
        const times = 1 << (depth - d + 4);
        for (let i = 0; i < times; i++) sum += check(build(d));
    }
    return sum + check(kept);
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('binary_trees', checksum, (user + system) / 3000);
