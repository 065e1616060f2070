// Replacing with expressions: by text, with groups, by function; test and split.
const text = 'John Smith <john.smith@example.com>, born 1970-01-02; Mary Jones <mary@example.org>, born 1985-12-30. '.repeat(50);
function main() {
    let sum = text.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$3.$2.$1').length;
    sum += text.replace(/[\w.]+@[\w.]+/g, m => m.toUpperCase()).length;
    sum += text.split(/[\s,;.]+/).length + text.replace(/[aeiou]/gi, '').length + text.match(/\b[A-Z]\w*/g).length;
    for (const word of text.split(' ')) if (/^[a-z]+$/i.test(word)) sum++;
    return sum;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 500; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('regexp_replace', checksum, (user + system) / 500000);
