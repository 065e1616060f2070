// ms: both directions over units, signs and forms, short and long; what it refuses.
const ms = require('ms');

const texts = ['2 days', '1d', '10h', '2.5 hrs', '2h', '1m', '5s', '1y', '100', '-3 days', '-1h', '-200', '.5ms', '-.5h', '1.5H', '3 WEEKS', '53 milliseconds', '17 msecs', '1 sec', '1 min', '2 mins', '1 hr', '1 week', '1 yr', '1 year', '1mo', '☃', '10-.5', 'ms', '1 fortnight', '5 s x', ' 1h', '1  h', '1e3', '0', '-0', '+5s', 'NaN', '9'.repeat(20) + 's'];
for (const text of texts) console.log(JSON.stringify(text), ms(text));
const numbers = [0, 500, -500, 1000, 1499, 1500, -1e3, 6e4, 9e4, 36e5, 6e6, 864e5, 234234234, -234234234, 6048e5, 31557600000, 1e13, 0.4, 59999, 59999.5, Number.MAX_VALUE, 2 ** 31];
for (const number of numbers) console.log(number, ms(number), ms(number, { long: true }));
for (const bad of ['', undefined, null, [], {}, NaN, Infinity, -Infinity, true, () => {}, '1'.repeat(101)]) {
  try { console.log(ms(bad)); } catch (error) { console.log(error.name, error.message); }
}
let sum = 0;
for (let i = -20000; i < 20000; i += 7) sum += ms(ms(i * 997)) ?? 0;
console.log(sum, numbers.map((n) => ms(ms(n, { long: true }))).join());
import('ms').then((module) => console.log(Object.keys(module).sort().join(), module.default === ms, module.default('1h')));
