// path in POSIX notation.
const assert = (ok, what) => { if (!ok) throw new Error(String(what)); };
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const path = require('path');
const { posix } = path;
assert(path === require('node:path'), 'node:');
assert(path === posix && posix.win32 === path.win32 && require('path/posix') === posix, 'variants');
same([posix.sep, posix.delimiter], ['/', ':'], 'separators');

const table = {
  normalize: [['', '.'], ['/a/b/../c/./d//e/', '/a/c/d/e/'], ['../../a/..', '../..'], ['/..', '/'], ['./', './'], ['a/../', './'],
    ['a/b/../../../c', '../c'], ['///', '/'], ['./a', 'a'], ['..', '..'], ['../', '../']],
  dirname: [['', '.'], ['/', '/'], ['/a', '/'], ['/a/b/', '/a'], ['a', '.'], ['a/b', 'a'], ['//a', '//'], ['/a//b', '/a/'], ['.../x', '...']],
  extname: [['a.js', '.js'], ['a.', '.'], ['.a', ''], ['..', ''], ['...', '.'], ['.a.b', '.b'], ['a/.b', ''], ['a.b/', '.b'], ['a.b/c', ''],
    ['', ''], ['a.b.c.d/e.f.g', '.g']],
  isAbsolute: [['/a', true], ['a', false], ['', false], ['./a', false]],
  toNamespacedPath: [['/a', '/a']],
};
for (const [name, rows] of Object.entries(table)) {
  for (const [given, wanted] of rows) same(posix[name](given), wanted, `${name}(${given})`);
}
same(posix.basename('/a/b.js'), 'b.js', 'basename');
same(posix.basename('/a/b.js/', '.js'), 'b', 'basename with suffix');
same([posix.basename('a', 'a'), posix.basename('/a', 'a'), posix.basename('/', 'x'), posix.basename('')], ['', 'a', '/', ''], 'basename at its limits');
same(posix.join('/a', '', 'b', '../c', './d'), '/a/c/d', 'join');
same([posix.join(), posix.join(''), posix.join('', '/a'), posix.join('a', '../../..')], ['.', '.', '/a', '../..'], 'join of little');
same(posix.resolve('/a/b', './c', '../d'), '/a/b/d', 'resolve');
same([posix.resolve('/a', '/b', 'c'), posix.resolve('/a/', '..', '..')], ['/b/c', '/'], 'resolve to a root');
same([posix.resolve(), posix.resolve('x'), posix.resolve('', 'x')], [process.cwd(), `${process.cwd()}/x`, `${process.cwd()}/x`], 'resolve from here');
for (const [from, to, way] of [['/a/b/c', '/a/d', '../../d'], ['/a', '/a', ''], ['/', '/a', 'a'], ['/a', '/', '..'], ['/foo/bar', '/foo/barn', '../barn'],
  ['/a/b', '/a/b/c/', 'c']]) same(posix.relative(from, to), way, `relative(${from}, ${to})`);
same(posix.parse('/home/me/file.tar.gz'), { root: '/', dir: '/home/me', base: 'file.tar.gz', ext: '.gz', name: 'file.tar' }, 'parse');
same(posix.parse('./a/'), { root: '', dir: '.', base: 'a', ext: '', name: 'a' }, 'parse relative');
same(posix.parse('/'), { root: '/', dir: '/', base: '', ext: '', name: '' }, 'parse root');
same(posix.parse(''), { root: '', dir: '', base: '', ext: '', name: '' }, 'parse nothing');
for (const p of ['/a/b.c', 'a', './x.y', '/r', '', '/a/b/.c']) same(posix.format(posix.parse(p)), p, 'format(parse)');
same([posix.format({ root: '/', name: 'a', ext: 'b' }), posix.format({ dir: '/d', root: '/', base: 'q', name: 'ignored' }), posix.format({})],
  ['/a.b', '/d/q', ''], 'format');

for (const name of ['normalize', 'dirname', 'extname', 'basename', 'isAbsolute', 'parse', 'join', 'resolve']) {
  for (const kind of ['posix', 'win32']) {
    let error;
    try { path[kind][name](5); } catch (e) { error = e; }
    assert(error instanceof TypeError && error.code === 'ERR_INVALID_ARG_TYPE' && / must be of type string\. Received type number \(5\)$/.test(error.message), `${kind}.${name}(5)`);
  }
}
let error;
try { path.format(null); } catch (e) { error = e; }
same(error.message, 'The "pathObject" argument must be of type object. Received null', 'format(null)');
