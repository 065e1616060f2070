// Arrays as queues: push at one end, shift at the other; short and long ones.
function main() {
    let sum = 0;
    for (const size of [10, 1000, 30000]) {
        const queue = [];
        for (let i = 0; i < size; i++) queue.push(i);
        for (let i = 0; i < 60000; i++) {
            sum += queue.shift();
            queue.push(i);
        }
    }
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 5; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('array_queue', checksum, (user + system) / 5000);
