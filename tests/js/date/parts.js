// Making dates from parts, reading and changing them (the tests run in UTC).
const d = new Date(2024, 1, 29, 12, 34, 56, 789);
console.log(d.getFullYear(), d.getMonth(), d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds(), d.getMilliseconds(), d.getDay(), d.getTime(), d.getYear(), d.getTimezoneOffset()); // expect: 2024 1 29 12 34 56 789 4 1709210096789 124 0
console.log(Date.UTC(99), Date.UTC(100, 0), Date.UTC(2020, 12, 32, 24, 60, 60, 1000), Date.UTC(), Date.UTC(NaN), Date.UTC(2020, 0, 1, Infinity)); // expect: 915148800000 -59011459200000 1612227661000 NaN NaN NaN
console.log(new Date(8.64e15).toISOString(), new Date(-8.64e15).toISOString(), new Date(8.64e15 + 1).getTime(), new Date(1.9).getTime(), new Date(-1.9).getTime(), Object.is(new Date(-0).getTime(), 0)); // expect: +275760-09-13T00:00:00.000Z -271821-04-20T00:00:00.000Z NaN 1 -1 true
console.log(new Date(2019, 0).getTime(), new Date(0, 0).getFullYear(), new Date(-1, 0).getFullYear(), new Date(275760, 8, 13, 0, 0, 0, 1).getTime(), new Date(true).getTime(), new Date(undefined).getTime(), new Date(null).getTime()); // expect: 1546300800000 1900 -1 NaN 1 NaN 0
console.log(new Date(new Date(5)).getTime(), new Date({ valueOf() { return 7; } }).getTime(), new Date({ [Symbol.toPrimitive](h) { return h === 'default' ? '1970-01-02' : NaN; } }).getTime(), typeof Date(), Date.length, Date.now() > 1.6e12); // expect: 5 7 86400000 string 7 true
for (const [name, ...args] of [['setFullYear', 2023, 1, 29], ['setMonth', 13], ['setDate', 0], ['setHours', 25, 61, 61, 1001], ['setMinutes', -1], ['setSeconds', 1, 2], ['setMilliseconds', 5, 99], ['setUTCDate', 31], ['setTime', 1e12], ['setYear', 70], ['setYear', 1], ['setUTCMonth', 1], ['setMonth', NaN]]) console.log(name, d[name](...args), d.getTime());
// expect: setFullYear 1677674096789 1677674096789
// expect: setMonth 1706790896789 1706790896789
// expect: setDate 1706704496789 1706704496789
// expect: setHours 1706752922001 1706752922001
// expect: setMinutes 1706752742001 1706752742001
// expect: setSeconds 1706752741002 1706752741002
// expect: setMilliseconds 1706752741005 1706752741005
// expect: setUTCDate 1709344741005 1709344741005
// expect: setTime 1000000000000 1000000000000
// expect: setYear 21692800000 21692800000
// expect: setYear -2155760000000 -2155760000000
// expect: setUTCMonth -2174076800000 -2174076800000
// expect: setMonth NaN NaN
console.log(d.setHours(1), d.setFullYear(2020), d.getTime(), d.setYear('x'), d.setYear(5), d.getFullYear()); // expect: NaN 1577836800000 1577836800000 NaN -2051222400000 1905
// Arguments are converted before an invalid date is noticed.
const order = [];
const bad = new Date(NaN);
bad.setHours({ valueOf() { order.push('h'); return 1; } }, { valueOf() { order.push('m'); return 1; } });
if (order.join() !== 'h,m' || bad.getTime() === bad.getTime()) throw new Error('order');
console.log(d.setDate(), new Date(0).setHours(undefined), new Date(2000, 0, 1).setFullYear(2001, undefined)); // expect: NaN NaN NaN
for (let y = -271821 + 1, n = 0; y < 275760; y += 997) { const t = Date.UTC(y, y & 7, 1 + (y & 15), 1, 2, 3, 4); const e = new Date(t); if (t === t && (e.getUTCFullYear() !== y || e.getUTCMonth() !== (y & 7) || e.getUTCDate() !== 1 + (y & 15) || e.getUTCHours() !== 1)) throw new Error(String(y)); }
for (const f of [() => Date.prototype.getTime.call({}), () => new Date(Symbol()), () => new Date(1n), () => new Date(0)[Symbol.toPrimitive]('x'), () => new Date(NaN).toISOString()]) try { f(); } catch (e) { console.log(e.name + ': ' + e.message); }
// expect: TypeError: this is not a Date object.
// expect: TypeError: Cannot convert a Symbol value to a number
// expect: TypeError: Cannot convert a BigInt value to a number
// expect: TypeError: Invalid hint: x
// expect: RangeError: Invalid time value
class D extends Date { twice() { return this.getTime() * 2; } }
console.log(new D(21).twice(), new D(0) instanceof Date, Object.prototype.toString.call(new D()), Object.keys(new D(0)).length); // expect: 42 true [object Date] 0
