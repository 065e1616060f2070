// skip: stress a million strings
// A million appends, in several patterns, take time in proportion.
function time(n) {
    const start = process.cpuUsage();
    let s = '', t = '';
    for (let i = 0; i < n; i++) { s += 'x'; t = t + 'y' + (i & 7); }
    if (s.length !== n || t.length !== 2 * n) throw new Error('wrong length');
    const { user, system } = process.cpuUsage(start);
    return user + system;
}
time(1e4);
const small = Math.max(time(1e5), 2000), large = time(1e6);
console.log(large / small < 60); // expect: true
