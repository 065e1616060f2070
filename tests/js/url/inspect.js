// What console.log shows of URLs and what belongs to them.
const url = new URL('http://u:p@h:81/a?b=1&c=%20#d');
console.log(url);
// expect: URL {
// expect:   href: 'http://u:p@h:81/a?b=1&c=%20#d',
// expect:   origin: 'http://h:81',
// expect:   protocol: 'http:',
// expect:   username: 'u',
// expect:   password: 'p',
// expect:   host: 'h:81',
// expect:   hostname: 'h',
// expect:   port: '81',
// expect:   pathname: '/a',
// expect:   search: '?b=1&c=%20',
// expect:   searchParams: URLSearchParams { 'b' => '1', 'c' => ' ' },
// expect:   hash: '#d'
// expect: }
console.log({ a: { b: { url } } }, new URLSearchParams());
// expect: { a: { b: { url: URL {} } } } URLSearchParams {}
console.log(url.searchParams.keys(), url.searchParams.entries(), [url.searchParams.values()]);
// expect: URLSearchParams Iterator { 'b', 'c' } URLSearchParams Iterator { [ 'b', '1' ], [ 'c', ' ' ] } [ URLSearchParams Iterator { '1', ' ' } ]
console.log(new (class Mine extends URLSearchParams {})('a=1&b=2'));
// expect: Mine { 'a' => '1', 'b' => '2' }
console.log(new URLSearchParams(`${'a'.repeat(40)}=1&${'b'.repeat(40)}=2`));
// expect: URLSearchParams {
// expect:   'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' => '1',
// expect:   'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' => '2' }
try {
  new URL('/x', 'y');
} catch (error) {
  console.log(`${error.stack.split('\n')[0]} | ${error}`);
}
// expect: TypeError: Invalid URL | TypeError: Invalid URL
