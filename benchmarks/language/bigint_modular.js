// Modular exponentiation with numbers of 512 bits, and small BigInt arithmetic.
function power(base, exponent, modulus) {
    let result = 1n;
    for (; exponent; exponent >>= 1n) {
        if (exponent & 1n) result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}
function main() {
    const modulus = (1n << 512n) - 569n;
    let sum = 0n, small = 1n;
    for (let i = 0n; i < 4n; i++) sum += power(3n + i, modulus - 2n, modulus);
    for (let i = 0; i < 100000; i++) small = BigInt.asUintN(64, small * 6364136223846793005n + 1442695040888963407n) ^ BigInt(i);
    return String((sum ^ small) & 0xffffffffn);
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 10; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('bigint_modular', checksum, (user + system) / 10000);
