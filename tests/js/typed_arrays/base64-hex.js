// Uint8Array as base64 and hex.
const a = new Uint8Array([0, 1, 250, 251, 252, 253, 254, 255]);
for (let n = 0; n <= 4; n++) console.log(a.subarray(3, 3 + n).toBase64(), a.subarray(3, 3 + n).toBase64({ alphabet: 'base64url', omitPadding: true }));
// expect:  
// expect: +w== -w
// expect: +/w= -_w
// expect: +/z9 -_z9
// expect: +/z9/g== -_z9_g
console.log(a.toHex(), Uint8Array.fromHex('00fFaB').join(), Uint8Array.fromHex('').length); // expect: 0001fafbfcfdfeff 0,255,171 0
console.log(Uint8Array.fromBase64(' A Q\tI\nD+g = = ').join(), Uint8Array.fromBase64('AQI').join(), Uint8Array.fromBase64('-_8', { alphabet: 'base64url' }).join()); // expect: 1,2,3,250 1,2 251,255
console.log(Uint8Array.fromBase64('AQIDBA', { lastChunkHandling: 'stop-before-partial' }).join(), Uint8Array.fromBase64('AQIDBA==', { lastChunkHandling: 'strict' }).join(), Uint8Array.fromBase64('AQIDBB==').join()); // expect: 1,2,3 1,2,3,4 1,2,3,4
for (const f of [() => Uint8Array.fromBase64('A'), () => Uint8Array.fromBase64('AQ=A'), () => Uint8Array.fromBase64('AQIDBA', { lastChunkHandling: 'strict' }), () => Uint8Array.fromBase64('AQIDBB==', { lastChunkHandling: 'strict' }),
    () => Uint8Array.fromBase64('-_8'), () => Uint8Array.fromBase64('AQ==AQ=='), () => Uint8Array.fromHex('0'), () => Uint8Array.fromHex('0g'), () => Uint8Array.fromBase64(1), () => Uint8Array.fromBase64('', { alphabet: 'other' }),
    () => Uint8Array.prototype.toHex.call(new Int8Array(1)), () => a.toBase64(null)]) {
    try { f(); console.log('no error'); } catch (e) { console.log(e.name); }
}
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: SyntaxError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
const t = new Uint8Array(5);
console.log(JSON.stringify(t.setFromBase64('AQIDBAUGBwgJ')), t.join(), JSON.stringify(t.setFromHex('aabbccddeeff')), t.join()); // expect: {"read":4,"written":3} 1,2,3,0,0 {"read":10,"written":5} 170,187,204,221,238
t.fill(0);
try { t.setFromBase64('AQID!'); } catch (e) { console.log(e.name, t.join()); } // expect: SyntaxError 1,2,3,0,0
let bytes = new Uint8Array(1000).map((_, i) => i * 7);
console.log(Uint8Array.fromBase64(bytes.toBase64()).join() === bytes.join(), Uint8Array.fromHex(bytes.toHex()).join() === bytes.join()); // expect: true true
