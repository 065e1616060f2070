// JSON of many small records: parsed, changed, written with indentation, and with a replacer.
const records = JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ id: i, name: 'name ' + i, tags: ['a', 'b', String(i)], nested: { x: i / 3, ok: i % 2 === 0, none: null } })));
function main() {
    const list = JSON.parse(records);
    for (const record of list) record.nested.x += 1;
    return JSON.stringify(list).length + JSON.stringify(list, null, 2).length + JSON.stringify(list, ['id', 'name']).length +
           JSON.stringify(list, (key, value) => (key === 'tags' ? undefined : value)).length;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 200; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('json_mixed', checksum, (user + system) / 200000);
