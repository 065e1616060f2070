// Expressions of hostile shape end, and so do texts with very many matches.
const a = 'a'.repeat(20000);
console.log(/^(a+)+$/.test(a + 'b'), /(a*)*b/.test(a.slice(0, 500)), /(?:a|aa)+$/.test(a + 'b'), /(x+x+)+y/.test('x'.repeat(2000)));
console.log(a.replace(/a/g, 'bc').length, a.split(/a/).length, a.match(/a/g).length, a.replace(/(?=a)/g, '-').length);
console.log(a.replace(/a/g, () => 'q').length, a.split(/(?:)/).length, [...a.matchAll(/aa/g)].length);
// expect: false false false false
// expect: 40000 20001 20000 40000
// expect: 20000 20000 10000
