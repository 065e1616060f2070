// Permutations of nine and the most flips of a prefix: small integer arrays.
function main() {
    const n = 9;
    const perm = [], perm1 = [], count = [];
    for (let i = 0; i < n; i++) {
        perm.push(0);
        perm1.push(i);
        count.push(0);
    }
    let maxFlips = 0, checksum = 0, r = n, parity = 0;
    for (;;) {
        for (; r !== 1; r--) count[r - 1] = r;
        for (let i = 0; i < n; i++) perm[i] = perm1[i];
        let flips = 0;
        for (let k = perm[0]; k !== 0; k = perm[0]) {
            for (let i = 0, j = k; i < j; i++, j--) {
                const t = perm[i];
                perm[i] = perm[j];
                perm[j] = t;
            }
            flips++;
        }
        if (flips > maxFlips) maxFlips = flips;
        checksum += parity === 0 ? flips : -flips;
        for (;;) {
            if (r === n) return checksum + ':' + maxFlips;
            const first = perm1[0];
            for (let i = 0; i < r; i++) perm1[i] = perm1[i + 1];
            perm1[r] = first;
            count[r]--;
            if (count[r] > 0) break;
            r++;
        }
        parity ^= 1;
    }
}

let checksum;
const start = process.cpuUsage();
for (let i = 0; i < 3; i++) checksum = main();
const { user, system } = process.cpuUsage(start);
console.log('fannkuch', checksum, (user + system) / 3000);
