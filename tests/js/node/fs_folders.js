// fs: folders, links, trees; synchronous.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const fails = (run, expected, message) => {
  try { run(); } catch (e) { same([{ ...e }, e.message], [expected, message], String(run)); return e; }
  throw new Error(`nothing thrown: ${run}`);
};
const system = (errno, code, syscall, path, dest) => ({ errno: -errno, code, syscall, ...(path && { path }), ...(dest && { dest }) });
const fs = require('fs'), os = require('os'), path = require('path');
const before = process.cwd();
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'fs-folders-')));
process.chdir(folder);
process.on('exit', () => { process.chdir(before); fs.rmSync(folder, { recursive: true }); });

same([fs.mkdirSync('d'), fs.mkdirSync('p/q/r', { recursive: true }), fs.mkdirSync('p/q/r', { recursive: true }), fs.mkdirSync('p/q/s', { recursive: true }), fs.mkdirSync('m', { mode: 0o700 }), (fs.statSync('m').mode & 0o777).toString(8)],
  [undefined, 'p', undefined, 'p/q/s', undefined, '700'], 'mkdirSync');
fs.writeFileSync('f', '1');
fails(() => fs.mkdirSync('d'), system(17, 'EEXIST', 'mkdir', 'd'), "EEXIST: file already exists, mkdir 'd'");
fails(() => fs.mkdirSync('a/b'), system(2, 'ENOENT', 'mkdir', 'a/b'), "ENOENT: no such file or directory, mkdir 'a/b'");
fails(() => fs.mkdirSync('f', { recursive: true }), system(17, 'EEXIST', 'mkdir', 'f'), "EEXIST: file already exists, mkdir 'f'");
fails(() => fs.mkdirSync('f/q/r', { recursive: true }), system(20, 'ENOTDIR', 'mkdir', 'f/q/r'), "ENOTDIR: not a directory, mkdir 'f/q/r'");
fails(() => fs.mkdirSync('m', { recursive: 1 }), { code: 'ERR_INVALID_ARG_TYPE' }, 'The "options.recursive" property must be of type boolean. Received type number (1)');

// Reading folders: in the order of names.
for (const name of ['p/b', 'p/a', 'p/q/é', 'p/Z']) fs.writeFileSync(name, '');
fs.symlinkSync('a', 'p/link');
same(fs.readdirSync('p'), ['Z', 'a', 'b', 'link', 'q'], 'readdirSync');
same(fs.readdirSync('p', { recursive: true }), ['Z', 'a', 'b', 'link', 'q', 'q/r', 'q/s', 'q/é'], 'recursive');
same(fs.readdirSync('p', 'buffer').map((name) => Buffer.isBuffer(name) && name.toString()), ['Z', 'a', 'b', 'link', 'q'], 'buffers');
same(fs.readdirSync('p', { withFileTypes: true }).map((e) => [e.name, e.parentPath, e.isFile(), e.isDirectory(), e.isSymbolicLink(), e instanceof fs.Dirent])[3], ['link', 'p', false, false, true, true], 'Dirent');
same(fs.readdirSync('p', { withFileTypes: true, recursive: true }).map((e) => `${e.parentPath}/${e.name}`).slice(-2), ['p/q/s', 'p/q/é'], 'recursive Dirents');
fails(() => fs.readdirSync('nope'), system(2, 'ENOENT', 'scandir', 'nope'), "ENOENT: no such file or directory, scandir 'nope'");
fails(() => fs.readdirSync('f'), system(20, 'ENOTDIR', 'scandir', 'f'), "ENOTDIR: not a directory, scandir 'f'");
const dir = fs.opendirSync('p');
const names = [];
for (let entry; (entry = dir.readSync()) !== null; ) names.push(entry.name);
dir.closeSync();
same([dir.path, names.sort()], ['p', ['Z', 'a', 'b', 'link', 'q']], 'opendirSync');
const deep = fs.opendirSync('p', { recursive: true });
const below = [];
for (let entry; (entry = deep.readSync()) !== null; ) below.push(path.join(entry.parentPath, entry.name));
deep.closeSync();
same(below.sort(), ['p/Z', 'p/a', 'p/b', 'p/link', 'p/q', 'p/q/r', 'p/q/s', 'p/q/é'], 'opendirSync, recursive');
fails(() => dir.readSync(), { code: 'ERR_DIR_CLOSED' }, 'Directory handle was closed');

// Links.
same([fs.readlinkSync('p/link'), fs.realpathSync('p/link'), fs.realpathSync.native('p/../p/link'), fs.lstatSync('p/link').isSymbolicLink(), fs.statSync('p/link').isFile()], ['a', `${folder}/p/a`, `${folder}/p/a`, true, true], 'links');
fs.linkSync('f', 'hard');
same(fs.statSync('hard').nlink, 2, 'linkSync');
fails(() => fs.symlinkSync('a', 'p/link'), system(17, 'EEXIST', 'symlink', 'a', 'p/link'), "EEXIST: file already exists, symlink 'a' -> 'p/link'");
fails(() => fs.linkSync('nope', 'z'), system(2, 'ENOENT', 'link', 'nope', 'z'), "ENOENT: no such file or directory, link 'nope' -> 'z'");
fails(() => fs.readlinkSync('f'), system(22, 'EINVAL', 'readlink', 'f'), "EINVAL: invalid argument, readlink 'f'");
fails(() => fs.realpathSync('nope/x'), system(2, 'ENOENT', 'lstat', `${folder}/nope`), `ENOENT: no such file or directory, lstat '${folder}/nope'`);
fails(() => fs.realpathSync.native('nope/x'), system(2, 'ENOENT', 'realpath', 'nope/x'), "ENOENT: no such file or directory, realpath 'nope/x'");
fails(() => fs.symlinkSync('a', 'b', 'zz'), { code: 'ERR_FS_INVALID_SYMLINK_TYPE' }, 'Symlink type must be one of "dir", "file", or "junction". Received "zz"');

// Moving, copying, removing.
fs.renameSync('hard', 'moved');
same(fs.existsSync('hard'), false, 'renameSync');
fails(() => fs.renameSync('nope', 'b'), system(2, 'ENOENT', 'rename', 'nope', 'b'), "ENOENT: no such file or directory, rename 'nope' -> 'b'");
fs.chmodSync('f', 0o640);
fs.copyFileSync('f', 'copy');
same([fs.readFileSync('copy', 'utf8'), (fs.statSync('copy').mode & 0o777).toString(8)], ['1', '640'], 'copyFileSync');
fails(() => fs.copyFileSync('f', 'copy', fs.constants.COPYFILE_EXCL), system(17, 'EEXIST', 'copyfile', 'f', 'copy'), "EEXIST: file already exists, copyfile 'f' -> 'copy'");
fails(() => fs.copyFileSync('nope', 'b'), system(2, 'ENOENT', 'copyfile', 'nope', 'b'), "ENOENT: no such file or directory, copyfile 'nope' -> 'b'");
fs.copyFileSync('f', 'moved'); // the same file under another name
same(fs.readFileSync('moved', 'utf8'), '1', 'a file copied on itself');

fs.cpSync('p', 'copied', { recursive: true });
same([fs.readdirSync('copied', { recursive: true }), fs.readlinkSync('copied/link')], [fs.readdirSync('p', { recursive: true }), `${folder}/p/a`], 'cpSync');
fs.cpSync('p', 'some', { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith('q') });
same([fs.readdirSync('some'), fs.readlinkSync('some/link')], [['Z', 'a', 'b', 'link'], 'a'], 'filter');
fs.writeFileSync('moved2', '');
const info = (run, code, path, message) => {
  try { run(); } catch (e) { same([e.name, e.code, e.path, e.info.path, e.syscall, e.message], ['SystemError', code, path, path, e.info.syscall, message], String(run)); return; }
  throw new Error(`nothing thrown: ${run}`);
};
info(() => fs.cpSync('p', 'p2'), 'ERR_FS_EISDIR', 'p', 'Path is a directory: cp returned EISDIR (p is a directory (not copied)) p');
info(() => fs.cpSync('f', 'moved2', { force: false, errorOnExist: true }), 'ERR_FS_CP_EEXIST', 'moved2', 'Target already exists: cp returned EEXIST (moved2 already exists) moved2');
info(() => fs.cpSync('p', 'p/x', { recursive: true }), 'ERR_FS_CP_EINVAL', 'p/x', 'Invalid src or dest: cp returned EINVAL (cannot copy p to a subdirectory of self p/x) p/x');
info(() => fs.cpSync('f', 'p'), 'ERR_FS_CP_NON_DIR_TO_DIR', 'p', 'Cannot overwrite directory with non-directory: cp returned ENOTDIR (cannot overwrite directory p with non-directory f) p');
info(() => fs.cpSync('p', 'f', { recursive: true }), 'ERR_FS_CP_DIR_TO_NON_DIR', 'f', 'Cannot overwrite non-directory with directory: cp returned EISDIR (cannot overwrite non-directory f with directory p) f');
info(() => fs.rmSync('p'), 'ERR_FS_EISDIR', 'p', 'Path is a directory: rm returned EISDIR (is a directory) p');
fails(() => fs.rmSync('nope'), system(2, 'ENOENT', 'lstat', 'nope'), "ENOENT: no such file or directory, lstat 'nope'");
fs.rmSync('nope', { force: true });
fs.rmSync('copied', { recursive: true });
fs.rmSync('p/link');
same([fs.existsSync('copied'), fs.existsSync('p/a')], [false, true], 'rmSync');
fails(() => fs.rmdirSync('p'), system(39, 'ENOTEMPTY', 'rmdir', 'p'), "ENOTEMPTY: directory not empty, rmdir 'p'");
fails(() => fs.unlinkSync('nope'), system(2, 'ENOENT', 'unlink', 'nope'), "ENOENT: no such file or directory, unlink 'nope'");
fs.rmdirSync('d');
fs.unlinkSync('copy');
same([fs.existsSync('d'), fs.existsSync('copy')], [false, false], 'rmdirSync and unlinkSync');
const temporary = fs.mkdtempSync('t-');
same([temporary.length, temporary.startsWith('t-'), fs.statSync(temporary).isDirectory()], [8, true, true], 'mkdtempSync');
fails(() => fs.mkdtempSync('nope/x'), system(2, 'ENOENT', 'mkdtemp', 'nope/xXXXXXX'), "ENOENT: no such file or directory, mkdtemp 'nope/xXXXXXX'");
