// A string grown by one character a million times, then read by charCodeAt.
function main() {
    let s = '';
    for (let i = 0; i < 1e6; i++) s += String.fromCharCode(97 + i % 26);
    let h = 0;
    for (let i = 0; i < s.length; i++) h = (h * 31 + s.charCodeAt(i)) | 0;
    return h;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('string_build', checksum, (user + system) / 3000);
