// Parsing URLs, some of them against a base: 100 thousand.
function main() {
    const inputs = [
        'https://example.com/a?b#c', 'http://user:pass@www.example.com:8080/path/to/file.html?name=value&other=1#top',
        '../up/one.js', '/rooted/path?query', 'file:///usr/share/doc/readme.txt', 'https://b\u00fccher.example/\u00fc?\u00e9',
        'http://192.168.0.1:3000/api/v1/items/42', '//other.example/x',
    ];
    let length = 0;
    for (let i = 0; i < 100000; i++) {
        const url = new URL(inputs[i % inputs.length], 'https://base.example/dir/sub/page.html');
        length += url.href.length + url.hostname.length + url.pathname.length;
    }
    return length;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('url_parse', checksum, (user + system) / 3000);
