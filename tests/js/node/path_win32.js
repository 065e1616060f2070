// path in Windows notation, which works everywhere.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const { win32 } = require('path');
if (require('path/win32') !== win32 || win32.posix.win32 !== win32) throw new Error('variants');
same([win32.sep, win32.delimiter], ['\\', ';'], 'separators');

const table = {
  normalize: [['C:/a/../b/', 'C:\\b\\'], ['C:', 'C:.'], ['C:..\\a', 'C:..\\a'], ['//server/share/a/..', '\\\\server\\share\\'], ['//server/share', '\\\\server\\share\\'],
    ['/', '\\'], ['', '.'], ['a//b', 'a\\b'], ['./c:/x', '.\\c:\\x'], ['a:b', 'a:b'], ['ab:', '.\\ab:'], ['CON:/a', '.\\CON:a'], ['//./pipe/x/..', '\\\\.\\pipe']],
  isAbsolute: [['C:/', true], ['C:', false], ['C:a', false], ['/', true], ['\\\\s', true], ['a', false], ['', false]],
  dirname: [['C:\\a\\b', 'C:\\a'], ['C:\\a', 'C:\\'], ['C:', 'C:'], ['C:a', 'C:'], ['\\\\s\\h\\a', '\\\\s\\h\\'], ['a', '.'], ['\\a', '\\'], ['', '.']],
  basename: [['C:\\a\\b.c', 'b.c'], ['C:', ''], ['C:a', 'a'], ['a/b\\', 'b']],
  extname: [['C:\\a.b\\c.d', '.d'], ['a\\.b', ''], ['C:.x', '']],
  toNamespacedPath: [['C:\\a', '\\\\?\\C:\\a'], ['\\\\s\\h\\a', '\\\\?\\UNC\\s\\h\\a'], ['\\\\?\\C:\\a', '\\\\?\\C:\\a'], ['', '']],
  parse: [['C:\\a\\b.c', { root: 'C:\\', dir: 'C:\\a', base: 'b.c', ext: '.c', name: 'b' }], ['\\\\s\\h\\f', { root: '\\\\s\\h\\', dir: '\\\\s\\h\\', base: 'f', ext: '', name: 'f' }],
    ['C:', { root: 'C:', dir: 'C:', base: '', ext: '', name: '' }]],
};
for (const [name, rows] of Object.entries(table)) {
  for (const [given, wanted] of rows) same(win32[name](given), wanted, `${name}(${given})`);
}
same(win32.basename('C:\\b.js', '.js'), 'b', 'basename with suffix');
for (const [paths, wanted] of [[['C:\\a', '..', 'b'], 'C:\\b'], [['C:/a', '/b'], 'C:\\b'], [['C:/a', 'D:/x', 'y'], 'D:\\x\\y'], [['//s/h', 'a'], '\\\\s\\h\\a'],
  [['C:/a', 'D:/x', 'C:b'], 'C:\\a\\b']]) same(win32.resolve(...paths), wanted, `resolve(${paths})`);
for (const [paths, wanted] of [[['a', '..', 'b'], 'b'], [['//', 'a'], '\\a'], [['//s', 'h', 'a'], '\\\\s\\h\\a'], [['C:', 'a'], 'C:\\a'], [[], '.'], [['a', '\\b'], 'a\\b'], [['', '//s/h'], '\\\\s\\h\\']]) {
  same(win32.join(...paths), wanted, `join(${paths})`);
}
for (const [from, to, wanted] of [['C:\\a\\b', 'C:\\A\\c', '..\\c'], ['C:\\a', 'D:\\a', 'D:\\a'], ['C:\\', 'C:\\a', 'a'], ['C:\\a', 'c:\\A', ''], ['\\\\s\\h\\a', '\\\\s\\h\\b', '..\\b']]) {
  same(win32.relative(from, to), wanted, `relative(${from}, ${to})`);
}
same(win32.format({ dir: 'C:\\a', base: 'b' }), 'C:\\a\\b', 'format');
same(win32.format({ root: 'C:\\', name: 'b', ext: 'c' }), 'C:\\b.c', 'format with a root');
