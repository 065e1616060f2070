// Texts to dates (in UTC): the format of the specification, and what else is understood.
console.log(Date.parse('2020')); // expect: 1577836800000
console.log(Date.parse('2020-02')); // expect: 1580515200000
console.log(Date.parse('2020-02-30')); // expect: 1583020800000
console.log(Date.parse('2020-13-01')); // expect: NaN
console.log(Date.parse('2020-02-03T04:05Z')); // expect: 1580702700000
console.log(Date.parse('2020-02-03T04:05')); // expect: 1580702700000
console.log(Date.parse('2020-02-03T04:05:06')); // expect: 1580702706000
console.log(Date.parse('2020-02-03T04:05:06.7')); // expect: 1580702706700
console.log(Date.parse('2020-02-03T04:05:06.123456789Z')); // expect: 1580702706123
console.log(Date.parse('2020-02-03T24:00')); // expect: 1580774400000
console.log(Date.parse('2020-02-03T24:01')); // expect: NaN
console.log(Date.parse('2020-02-03T25:00')); // expect: NaN
console.log(Date.parse('2020-02-03T04')); // expect: NaN
console.log(Date.parse('2020-02-03t04:05z')); // expect: 1580702700000
console.log(Date.parse('2020-02-03T04:05+05:30')); // expect: 1580682900000
console.log(Date.parse('2020-02-03T04:05-0830')); // expect: 1580733300000
console.log(Date.parse('2020-02-03T04:05+24:00')); // expect: NaN
console.log(Date.parse('+012345-01-01')); // expect: 327403382400000
console.log(Date.parse('-000001-01-01T00:00Z')); // expect: -62198755200000
console.log(Date.parse('-000000-01-01')); // expect: 978307200000
console.log(Date.parse('+275760-09-13T00:00:00.001Z')); // expect: NaN
console.log(Date.parse('2020-02-03 04:05')); // expect: 1580702700000
console.log(Date.parse('2020-02-03 04:05:06 +0100')); // expect: 1580699106000
console.log(Date.parse('2020/02/03')); // expect: 1580688000000
console.log(Date.parse('2/3/2020')); // expect: 1580688000000
console.log(Date.parse('2/3/20')); // expect: 1580688000000
console.log(Date.parse('2/3/50')); // expect: -628300800000
console.log(Date.parse('2/3')); // expect: 981158400000
console.log(Date.parse('13/1/2020')); // expect: NaN
console.log(Date.parse('2020-2-3')); // expect: 1580688000000
console.log(Date.parse('2020-2-3 4:5')); // expect: 1580702700000
console.log(Date.parse('Feb 3, 2020')); // expect: 1580688000000
console.log(Date.parse('3 February 2020')); // expect: 1580688000000
console.log(Date.parse('Februaryx 3 2020')); // expect: 1580688000000
console.log(Date.parse('Fe 3 2020')); // expect: NaN
console.log(Date.parse('2020 Feb 3')); // expect: 1580688000000
console.log(Date.parse('Feb 2020')); // expect: 1580515200000
console.log(Date.parse('Feb 3')); // expect: 981158400000
console.log(Date.parse('Mon, 03 Feb 2020 04:05:06 GMT')); // expect: 1580702706000
console.log(Date.parse('Mon Feb 03 2020 04:05:06 GMT+0100 (Central European Standard Time)')); // expect: 1580699106000
console.log(Date.parse('Monday 3 Feb 2020')); // expect: 1580688000000
console.log(Date.parse('3 Feb 2020 Monday')); // expect: NaN
console.log(Date.parse('x3 Feb 2020')); // expect: NaN
console.log(Date.parse('Feb 3 2020 4:05 PM')); // expect: 1580745900000
console.log(Date.parse('Feb 3 2020 12:05 am')); // expect: 1580688300000
console.log(Date.parse('Feb 3 2020 13:05 pm')); // expect: NaN
console.log(Date.parse('Feb 3 2020 4:05:06.789')); // expect: 1580702706789
console.log(Date.parse('Feb 3 2020 24:00')); // expect: 1580774400000
console.log(Date.parse('Feb 3 2020 24:01')); // expect: NaN
console.log(Date.parse('Feb 3 2020 4:')); // expect: 1580702400000
console.log(Date.parse('Feb 3 2020 4::5')); // expect: 1580702405000
console.log(Date.parse('Feb 3 2020 04:05 EST')); // expect: 1580720700000
console.log(Date.parse('Feb 3 2020 04:05 PDT')); // expect: 1580727900000
console.log(Date.parse('Feb 3 2020 04:05 CET')); // expect: NaN
console.log(Date.parse('Feb 3 2020 04:05 Z')); // expect: 1580702700000
console.log(Date.parse('Feb 3 2020 UTC+5')); // expect: 1580670000000
console.log(Date.parse('Feb 3 2020 04:05 +1')); // expect: 1580699100000
console.log(Date.parse('Feb 3 2020 04:05 +01:30')); // expect: 1580697300000
console.log(Date.parse('Feb 3 2020 04:05 +12345')); // expect: NaN
console.log(Date.parse('(comment) Feb (nested (one)) 3 2020')); // expect: 1580688000000
console.log(Date.parse('Feb 3 2020)')); // expect: NaN
console.log(Date.parse('Feb 3 2020 (')); // expect: 1580688000000
console.log(Date.parse('5')); // expect: 988675200000
console.log(Date.parse('0')); // expect: 946684800000
console.log(Date.parse('32')); // expect: 1956528000000
console.log(Date.parse('99')); // expect: 915148800000
console.log(Date.parse('100')); // expect: -59011459200000
console.log(Date.parse('1e3')); // expect: NaN
console.log(Date.parse('')); // expect: NaN
console.log(Date.parse('  ')); // expect: NaN
console.log(Date.parse('abc')); // expect: NaN
console.log(Date.parse('T10:00')); // expect: NaN
console.log(Date.parse('10:00')); // expect: NaN
console.log(Date.parse('2020-02-03T')); // expect: NaN
console.log(Date.parse('12345678901')); // expect: NaN
console.log(Date.parse('Feb 31 2020')); // expect: 1583107200000
console.log(Date.parse('Feb 32 2020')); // expect: NaN
console.log(Date.parse('1 2 3 4')); // expect: NaN
console.log(Date.parse('2020.02.03')); // expect: 1580688000000
console.log(Date.parse('03.02.2020')); // expect: 1583107200000
console.log(Date.parse('2020-02-03\u00a004:05')); // expect: 1580702700000
console.log(Date.parse('2020-02-03\u202f4:05\u202fPM')); // expect: 1580745900000
console.log(Date.parse('2020\0rest')); // expect: 1577836800000
console.log(Date.parse('\u00e9 2020')); // expect: 1577836800000
console.log(Date.parse('20200203')); // expect: NaN
console.log(Date.parse('2020-02-03T04:05:06,5Z')); // expect: NaN
console.log(Date.parse('May5,2020')); // expect: 1588636800000
console.log(Date.parse('1/1/2020T10:00')); // expect: NaN
// Every form that a date prints is read back.
for (let i = 0, t = -1e12; i < 200; i++, t += 12345678901) {
    const d = new Date(Math.floor(t / 1000) * 1000);
    for (const f of ['toString', 'toUTCString', 'toISOString', 'toLocaleString']) if (Date.parse(d[f]()) !== d.getTime()) throw new Error(f + ' ' + d.toISOString());
}
