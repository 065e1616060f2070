// skip: stress a million timers
// A9: a handle as number, string and key; refresh; nothing is left of a million conversions.
const timer = setTimeout(() => {}, 1e6);
const table = { [timer]: 'found' };
console.log(table[+timer], table[String(timer)], timer.id === +timer, `${timer}` === String(timer.id)); // expect: found found true true
clearTimeout(`${timer}`);
console.log(timer.hasRef(), timer.refresh() === timer, timer.hasRef()); // expect: false true false
const memory = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};
const convert = (count) => {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const handle = setTimeout(() => {}, 1e6);
    sum += +handle > 0 ? 1 : 0;
    clearTimeout(+handle);
  }
  return sum;
};
const rounds = 1e5;
convert(rounds);
const before = memory();
let sum = 0;
for (let i = 0; i < 10; i++) sum += convert(rounds);
console.log(sum === 10 * rounds, memory() - before < 16 << 20); // expect: true true
