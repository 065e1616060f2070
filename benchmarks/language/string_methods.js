// Strings: charCodeAt, slice, indexOf, includes, replaceAll, trim, case, padStart, startsWith, split and join.
const text = 'the quick brown fox jumps over the lazy dog, and runs away from the wolf; '.repeat(40);
function main() {
    let sum = 0;
    for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) | 0;
    for (let i = 0; i < 300; i++) {
        sum += text.indexOf('wolf', i * 9) + (text.includes('cat') ? 1 : 0) + text.lastIndexOf('fox');
        const part = text.slice(i, i + 100);
        sum += part.toUpperCase().length + part.trim().padStart(120).length + (part.startsWith('the') ? 1 : 0) + part.split(' ').length;
    }
    for (let i = 0; i < 20; i++) sum += text.replaceAll('the', 'a').length + text.split(' ').reverse().join('-').length + text.split('').length;
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 100; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('string_methods', checksum, (user + system) / 100000);
