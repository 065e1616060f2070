. "$TESTS/cli/helpers.sh"
cat >program.js <<'JS'
class A { constructor() { this.x = 1 } get y() { return 1 } }
console.log(new A(), A, class extends A { }, () => 1, function f() { }, async () => { }, function* g() { });
console.log([undefined, null, , , 5], Object.assign([1], { x: 1, 'a-b': 2 }), Object.create(null));
console.log({ get a() { return 1 }, set a(v) { }, get b() { return 1 } }, ["it's", '"\'', 'a\nb']);
console.log(new Map([[1, { a: 1 }], ['x', [1]]]), new Set(), { a: { b: { c: { d: 1 } } } }, [[[[1]]]]);
console.log([1.5, 2.25, -3, 100000, 1e21, NaN, 7]);
console.log({ long: 'x'.repeat(60), other: 'y'.repeat(20) });
console.log(Promise.resolve(5), new Promise(() => { }), [-0, 10n, Symbol('s')], Object('s'));
console.log('%s %d %i %f %o %c|%%|%x', 'a', '42.5', 42.9, '1.5', [1], 'css', 'rest', { b: 2 });
const error = new RangeError('bad'); error.stack = 'RangeError: bad\n    at here'; error.code = 'E';
console.log(error, [new Error('no stack').message]);
console.group('group'); console.log('in\nside'); console.groupEnd(); console.log('out');
console.count(); console.count(); console.assert(true, 'not shown'); console.dir({ a: { b: 1 } }, { depth: 0 });
JS
vm program.js
expect_status 0; expect_silence
expect_stdout "A { x: 1 } [class A] [class (anonymous) extends A] [Function (anonymous)] [Function: f] [AsyncFunction (anonymous)] [GeneratorFunction: g]
[ undefined, null, <2 empty items>, 5 ] [ 1, x: 1, 'a-b': 2 ] [Object: null prototype] {}
{ a: [Getter/Setter], b: [Getter] } [ \"it's\", \`\"'\`, 'a\\nb' ]
Map(2) { 1 => { a: 1 }, 'x' => [ 1 ] } Set(0) {} { a: { b: { c: [Object] } } } [ [ [ [Array] ] ] ]
[
    1.5,   2.25,
     -3, 100000,
  1e+21,    NaN,
      7
]
{
  long: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  other: 'yyyyyyyyyyyyyyyyyyyy'
}
Promise { 5 } Promise { <pending> } [ -0, 10n, Symbol(s) ] [String: 's']
a 42.5 42 1.5 [ 1, [length]: 1 ] |%|%x rest { b: 2 }
RangeError: bad
    at here {
  code: 'E'
} [ 'no stack' ]
group
  in
  side
out
default: 1
default: 2
{ a: [Object] }"

vm -e 'console.error("%s", "e"); console.warn({}); console.trace("here")'
expect_stdout ''; expect_stderr_has 'Trace: here'; expect_stderr_has 'at [eval]:1:'
