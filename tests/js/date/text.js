// Dates as text (in UTC).
for (const t of [0, 951826154123, -1e13, -62198755200000, -62167219200000, 2e14, 8.64e15, NaN]) {
    const d = new Date(t);
    console.log([String(d), d.toDateString(), d.toTimeString(), d.toUTCString(), d.toGMTString === d.toUTCString, JSON.stringify(d), d.toLocaleString(), d.toLocaleDateString(), d.toLocaleTimeString()].join(' | '));
// expect: Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time) | Thu Jan 01 1970 | 00:00:00 GMT+0000 (Coordinated Universal Time) | Thu, 01 Jan 1970 00:00:00 GMT | true | "1970-01-01T00:00:00.000Z" | 1/1/1970, 12:00:00 AM | 1/1/1970 | 12:00:00 AM
// expect: Tue Feb 29 2000 12:09:14 GMT+0000 (Coordinated Universal Time) | Tue Feb 29 2000 | 12:09:14 GMT+0000 (Coordinated Universal Time) | Tue, 29 Feb 2000 12:09:14 GMT | true | "2000-02-29T12:09:14.123Z" | 2/29/2000, 12:09:14 PM | 2/29/2000 | 12:09:14 PM
// expect: Mon Feb 10 1653 06:13:20 GMT+0000 (Coordinated Universal Time) | Mon Feb 10 1653 | 06:13:20 GMT+0000 (Coordinated Universal Time) | Mon, 10 Feb 1653 06:13:20 GMT | true | "1653-02-10T06:13:20.000Z" | 2/10/1653, 6:13:20 AM | 2/10/1653 | 6:13:20 AM
// expect: Fri Jan 01 -0001 00:00:00 GMT+0000 (Coordinated Universal Time) | Fri Jan 01 -0001 | 00:00:00 GMT+0000 (Coordinated Universal Time) | Fri, 01 Jan -0001 00:00:00 GMT | true | "-000001-01-01T00:00:00.000Z" | 1/1/2, 12:00:00 AM | 1/1/2 | 12:00:00 AM
// expect: Sat Jan 01 0000 00:00:00 GMT+0000 (Coordinated Universal Time) | Sat Jan 01 0000 | 00:00:00 GMT+0000 (Coordinated Universal Time) | Sat, 01 Jan 0000 00:00:00 GMT | true | "0000-01-01T00:00:00.000Z" | 1/1/1, 12:00:00 AM | 1/1/1 | 12:00:00 AM
// expect: Tue Oct 01 8307 19:33:20 GMT+0000 (Coordinated Universal Time) | Tue Oct 01 8307 | 19:33:20 GMT+0000 (Coordinated Universal Time) | Tue, 01 Oct 8307 19:33:20 GMT | true | "8307-10-01T19:33:20.000Z" | 10/1/8307, 7:33:20 PM | 10/1/8307 | 7:33:20 PM
// expect: Sat Sep 13 275760 00:00:00 GMT+0000 (Coordinated Universal Time) | Sat Sep 13 275760 | 00:00:00 GMT+0000 (Coordinated Universal Time) | Sat, 13 Sep 275760 00:00:00 GMT | true | "+275760-09-13T00:00:00.000Z" | 9/13/275760, 12:00:00 AM | 9/13/275760 | 12:00:00 AM
// expect: Invalid Date | Invalid Date | Invalid Date | Invalid Date | true | null | Invalid Date | Invalid Date | Invalid Date
}
const d = new Date(951826154123);
console.log(d + 1, d - 1, `${d}`, +d, d[Symbol.toPrimitive]('number'), d[Symbol.toPrimitive]('default') === d.toString()); // expect: Tue Feb 29 2000 12:09:14 GMT+0000 (Coordinated Universal Time)1 951826154122 Tue Feb 29 2000 12:09:14 GMT+0000 (Coordinated Universal Time) 951826154123 951826154123 true
console.log(JSON.stringify({ d, bad: new Date(NaN) }), d.toJSON(), Date.prototype.toJSON.call({ toISOString() { return 'own'; } }), Date.prototype.toJSON.call({ valueOf() { return Infinity; } })); // expect: {"d":"2000-02-29T12:09:14.123Z","bad":null} 2000-02-29T12:09:14.123Z own null
console.log(Object.getOwnPropertyDescriptor(Date.prototype, Symbol.toPrimitive).writable, Date.prototype[Symbol.toPrimitive].name, Date.prototype.hasOwnProperty(Symbol.toStringTag)); // expect: false [Symbol.toPrimitive] false
