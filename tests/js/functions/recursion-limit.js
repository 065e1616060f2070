// Endless recursion of any kind is a RangeError that can be caught, and the program goes on.
function plain() { return plain() + 1; }
const viaNative = () => [1].map(viaNative);
const viaGetter = { get x() { return this.x; } };
const viaToString = { toString() { return `${this}`; } };
class Deep { constructor() { new Deep(); } }
const viaSort = () => [2, 1].sort(viaSort);
const viaProxyless = () => Reflect.apply(viaProxyless, null, []);
for (const f of [plain, viaNative, () => viaGetter.x, () => `${viaToString}`, () => new Deep(), viaSort, viaProxyless]) {
    try {
        f();
        console.log('returned');
    } catch (e) {
        console.log(e instanceof RangeError);
    }
}
// expect: true
// expect: true
// expect: true
// expect: true
// expect: true
// expect: true
// expect: true
function depth(n) { return n === 0 ? 0 : 1 + depth(n - 1); }
console.log(depth(5000)); // expect: 5000
