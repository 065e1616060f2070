// Functions with many parameters that nobody gives, called where the stack ends: a RangeError, at every distance.
const names = Array.from({ length: 3000 }, (_, i) => 'p' + i).join();
for (let k = 0; k < 40; k++) {
    globalThis.wide = new Function(names, 'return globalThis.wide()');
    globalThis.narrow = new Function('n', 'return n ? globalThis.narrow(n - 1) : globalThis.wide()');
    let error;
    try {
        globalThis.narrow(k * 13);
    } catch (e) {
        error = e;
    }
    if (!(error instanceof RangeError)) throw new Error(`${error} at ${k}`);
}
