// URI coding.
console.log(encodeURIComponent('a b&c/d?e=ü€😀')); // expect: a%20b%26c%2Fd%3Fe%3D%C3%BC%E2%82%AC%F0%9F%98%80
console.log(encodeURI('http://x/ä?q=1#h%')); // expect: http://x/%C3%A4?q=1#h%25
console.log(decodeURIComponent('%41%C3%BC%E2%82%AC%F0%9F%98%80%2F'), decodeURI('%2F%3f%23%41%c3%bc')); // expect: Aü€😀/ %2F%3f%23Aü
for (const bad of ['%', '%4', '%zz', '%80', '%C3', '%C3%28', '%C0%80', '%ED%A0%80', '%F5%80%80%80', '%F4%90%80%80', '%E2%82']) {
    try { console.log(decodeURIComponent(bad)); } catch (e) { if (!(e instanceof URIError)) console.log(bad, e.name); }
}
for (const lone of ['\ud800', '\udc00', 'a\ud800b', '\udc00\ud800']) {
    try { console.log(encodeURIComponent(lone)); } catch (e) { console.log(e.name, e.message); }
}
// expect: URIError URI malformed
// expect: URIError URI malformed
// expect: URIError URI malformed
// expect: URIError URI malformed
console.log(escape('aü €+/@*_-.'), unescape('%FC%u20AC%u20%41%'), escape.length); // expect: a%FC%20%u20AC+/@*_-. ü€%u20A% 1
