// What process tells and does.
console.log(typeof process.pid, Array.isArray(process.argv), process.argv.slice(2).join()); // expect: number true one,two
// args: one two
console.log(typeof process.env.PATH, process.env.NO_SUCH_VARIABLE_HERE); // expect: string undefined
const [seconds, nanos] = process.hrtime();
console.log(Number.isInteger(seconds), nanos >= 0 && nanos < 1e9, process.hrtime([seconds, nanos])[0] < 5); // expect: true true true
const before = process.cpuUsage();
for (let i = 0; i < 1e5; i++);
const used = process.cpuUsage(before);
console.log(used.user >= 0 && used.system >= 0, Number.isInteger(used.user), process.memoryUsage().heapUsed > 0, process.memoryUsage().rss > 1e5); // expect: true true true true
console.log(performance.now() > 0, typeof process.versions.vm === 'string' || typeof process.versions.node === 'string'); // expect: true true
process.exitCode = 0;
