// A tokenizer with a sticky expression, and matchAll with named groups.
const source = 'let total = 0; for (const item of items) { total += item.price * 1.21; /* tax */ print("sum", total); }\n'.repeat(40);
function main() {
    const token = /\s+|\/\*[^]*?\*\/|"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?|[-+*\/=<>!&|]+|[(){};,.]/y;
    let count = 0, length = 0;
    while (token.lastIndex < source.length) {
        length += token.exec(source)[0].length;
        count++;
    }
    for (const m of source.matchAll(/(?<object>\w+)\.(?<property>\w+)/g)) length += m.groups.property.length;
    return count + length;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 400; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('regexp_tokens', checksum, (user + system) / 400000);
