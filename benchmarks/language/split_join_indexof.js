// Whole-string work in natives: split, join, indexOf.
function main() {
    const words = [];
    for (let i = 0; i < 20000; i++) words.push('word' + i % 977);
    const text = words.join(' ');
    const back = text.split(' ');
    let found = 0;
    for (let at = text.indexOf('word97'); at !== -1; at = text.indexOf('word97', at + 1)) found++;
    return back.length + ':' + found + ':' + back.join('-').length + ':' + text.lastIndexOf('word976');
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 10; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('split_join_indexof', checksum, (user + system) / 10000);
