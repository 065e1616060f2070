// Regular expressions in loops: exec with groups, replace with a function, split, test.
function main() {
    let text = '';
    for (let i = 0; i < 3000; i++) text += 'user' + i + '@example.com, ';
    let sum = 0;
    const address = /(\w+)@(\w+)\.com/g;
    for (let m; (m = address.exec(text));) sum += m[1].length + m[2].length;
    sum += text.replace(/\d+/g, d => d.length).length;
    sum += text.split(/,\s*/).length;
    for (let i = 0; i < 3000; i++) if (/^a.*z$/.test('a' + i + 'z')) sum++;
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 10; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('regex', checksum, (user + system) / 10000);
