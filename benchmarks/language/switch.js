// A switch over small integers and one over strings: 3 million.
function main() {
    const names = ['add', 'sub', 'mul', 'nop'];
    let x = 0;
    for (let i = 0; i < 3e6; i++) {
        switch (i % 8) {
        case 0: x += 3; break;
        case 1: x -= 1; break;
        case 2: x ^= 5; break;
        case 3: x |= 1; break;
        case 4: x &= 0xffff; break;
        case 5: x += i; break;
        case 6:
            switch (names[(i >> 3) & 3]) {
            case 'add': x += 2; break;
            case 'sub': x -= 2; break;
            case 'mul': x = (x * 3) | 0; break;
            default: break;
            }
            break;
        default: x = x | 0;
        }
    }
    return x;
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('switch', checksum, (user + system) / 3000);
