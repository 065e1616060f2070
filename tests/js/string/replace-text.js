// replace and replaceAll with text patterns: special replacement sequences, functions, empty patterns.
console.log('aXbXc'.replace('X', '[$&]'), 'aXb'.replace('X', '$`|$\''), 'aXb'.replace('X', '$$'), 'aXb'.replace('X', '$1')); // expect: a[X]bXc aa|bb a$b a$1b
console.log('aXbX'.replaceAll('X', (m, at, s) => m + at + s.length), 'abc'.replaceAll('', '-'), 'abc'.replace('', '_'), 'x'.replace('y', 'z')); // expect: aX14bX34 -a-b-c- _abc x
console.log('undefined'.replace(undefined, 1), 'a'.replace('a', () => undefined), 'aaa'.replaceAll('aa', 'b')); // expect: 1 undefined ba
