// Reading, changing and writing queries: 100 thousand.
function main() {
    let length = 0;
    for (let i = 0; i < 100000; i++) {
        const params = new URLSearchParams('a=1&b=two+words&c=%C3%A9&page=' + i);
        params.set('page', Number(params.get('page')) + 1);
        params.append('sort', 'name,asc');
        length += params.toString().length;
    }
    return length;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('search_params', checksum, (user + system) / 3000);
