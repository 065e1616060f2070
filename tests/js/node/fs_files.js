// fs: whole files, descriptors, what is known of files; synchronous.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const fails = (run, expected, message) => {
  try { run(); } catch (e) { same([{ ...e }, e.message], [expected, message], String(run)); return; }
  throw new Error(`nothing thrown: ${run}`);
};
const system = (errno, code, syscall, path, dest) => ({ errno: -errno, code, syscall, ...(path && { path }), ...(dest && { dest }) });
const refused = (run, code, message) => fails(run, { code }, message);
const fs = require('fs'), os = require('os'), path = require('path');
const before = process.cwd();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fs-files-'));
process.chdir(folder);
process.on('exit', () => { process.chdir(before); fs.rmSync(folder, { recursive: true }); });

// Reading and writing.
fs.writeFileSync('f', 'héllo');
same([fs.readFileSync('f', 'utf8'), fs.readFileSync('f').toString('hex'), fs.readFileSync('f', { encoding: 'latin1' }), fs.readFileSync(Buffer.from('f'), 'hex')], ['héllo', '68c3a96c6c6f', 'hÃ©llo', '68c3a96c6c6f'], 'readFileSync');
same(fs.readFileSync(new URL(`file://${process.cwd()}/f`), 'utf8'), 'héllo', 'a URL');
fs.appendFileSync('f', Buffer.from('!'));
fs.appendFileSync('f', 'YQ==', 'base64');
same(fs.readFileSync('f', 'utf-8'), 'héllo!a', 'appendFileSync');
fs.writeFileSync('f', new Uint16Array([0x4241, 0x4443]));
same(fs.readFileSync('f', 'ascii'), 'ABCD', 'views');
fs.writeFileSync('new', 'x', { mode: 0o600, flag: 'wx' });
same(fs.statSync('new').mode & 0o777, 0o600, 'mode');
fails(() => fs.writeFileSync('new', 'x', { flag: 'wx' }), system(17, 'EEXIST', 'open', 'new'), "EEXIST: file already exists, open 'new'");
fails(() => fs.readFileSync('nope'), system(2, 'ENOENT', 'open', 'nope'), "ENOENT: no such file or directory, open 'nope'");
fails(() => fs.readFileSync('f/x'), system(20, 'ENOTDIR', 'open', 'f/x'), "ENOTDIR: not a directory, open 'f/x'");
fails(() => fs.readFileSync('.'), system(21, 'EISDIR', 'read'), 'EISDIR: illegal operation on a directory, read');
fails(() => fs.writeFileSync('.', 'a'), system(21, 'EISDIR', 'open', '.'), "EISDIR: illegal operation on a directory, open '.'");
refused(() => fs.readFileSync('f', 5), 'ERR_INVALID_ARG_TYPE', 'The "options" argument must be one of type string or object. Received type number (5)');
refused(() => fs.readFileSync('f', 'foo'), 'ERR_INVALID_ARG_VALUE', "The argument 'encoding' is invalid encoding. Received 'foo'");
refused(() => fs.readFileSync('f', { flag: 'z' }), 'ERR_INVALID_ARG_VALUE', "The argument 'flags' is invalid. Received 'z'");
refused(() => fs.readFileSync({}), 'ERR_INVALID_ARG_TYPE', 'The "path" argument must be of type string or an instance of Buffer or URL. Received an instance of Object');
refused(() => fs.readFileSync('a\0b'), 'ERR_INVALID_ARG_VALUE', "The argument 'path' must be a string, Uint8Array, or URL without null bytes. Received 'a\\x00b'");
refused(() => fs.readFileSync(-1), 'ERR_OUT_OF_RANGE', 'The value of "fd" is out of range. It must be >= 0 && <= 2147483647. Received -1');
refused(() => fs.readFileSync(new URL('http://a/b')), 'ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
refused(() => fs.writeFileSync('f', 5), 'ERR_INVALID_ARG_TYPE', 'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)');
refused(() => fs.writeFileSync('f', 'a', { mode: '9' }), 'ERR_INVALID_ARG_VALUE', "The argument 'mode' must be a 32-bit unsigned integer or an octal string. Received '9'");

// Descriptors.
const fd = fs.openSync('d', 'w+');
const b = Buffer.alloc(4);
same([fs.writeSync(fd, 'héllo', null, 'latin1'), fs.writeSync(fd, Buffer.from('xyz'), 1, 2), fs.writeSync(fd, 'q', 0), fs.readFileSync('d', 'latin1')], [5, 2, 1, 'qélloyz'], 'writeSync');
same([fs.readSync(fd, b, 0, 4, 0), b.toString('latin1'), fs.readSync(fd, b, { position: 3, length: 2 }), b.toString('latin1'), fs.readSync(fd, b, 0, 4, 5n), fs.readSync(fd, b), fs.readSync(fd, Buffer.alloc(0))], [4, 'qéll', 2, 'loll', 2, 0, 0], 'readSync');
const two = [Buffer.alloc(2), Buffer.alloc(9)];
same([fs.readvSync(fd, two, 0), two[0].toString('latin1'), two[1][0], fs.writevSync(fd, [Buffer.from('1'), Buffer.from('23')], 0), fs.readFileSync('d', 'latin1')], [7, 'qé', 108, 3, '123loyz'], 'readvSync');
fs.ftruncateSync(fd, 2);
fs.fsyncSync(fd), fs.fdatasyncSync(fd);
same([fs.fstatSync(fd).size, fs.readFileSync('d', 'utf8')], [2, '12'], 'ftruncateSync');
for (const [run, code, message] of [
  [() => fs.readSync(fd, b, 0, 5, 0), 'ERR_OUT_OF_RANGE', 'The value of "length" is out of range. It must be <= 4. Received 5'],
  [() => fs.readSync(fd, b, -1, 1, 0), 'ERR_OUT_OF_RANGE', 'The value of "offset" is out of range. It must be >= 0 && <= 9007199254740991. Received -1'],
  [() => fs.readSync(fd, 'x'), 'ERR_INVALID_ARG_TYPE', 'The "buffer" argument must be an instance of Buffer, TypedArray, or DataView. Received type string (\'x\')'],
  [() => fs.readSync(fd, b, 0, 2, 'a'), 'ERR_INVALID_ARG_TYPE', 'The "position" argument must be of type bigint or integer. Received type string (\'a\')'],
  [() => fs.writeSync(fd, b, 9), 'ERR_OUT_OF_RANGE', 'The value of "offset" is out of range. It must be <= 4. Received 9'],
  [() => fs.writeSync(fd, 5), 'ERR_INVALID_ARG_TYPE', 'The "buffer" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)'],
  [() => fs.readvSync(fd, 5), 'ERR_INVALID_ARG_TYPE', 'The "buffers" argument must be an ArrayBufferView[]. Received type number (5)'],
  [() => fs.closeSync('a'), 'ERR_INVALID_ARG_TYPE', 'The "fd" argument must be of type number. Received type string (\'a\')'],
  [() => fs.closeSync(1.5), 'ERR_OUT_OF_RANGE', 'The value of "fd" is out of range. It must be an integer. Received 1.5'],
  [() => fs.openSync('f', 'zz'), 'ERR_INVALID_ARG_VALUE', "The argument 'flags' is invalid. Received 'zz'"],
]) refused(run, code, message);
fs.closeSync(fd);
fails(() => fs.closeSync(fd), system(9, 'EBADF', 'close'), 'EBADF: bad file descriptor, close');
fails(() => fs.readSync(fd, b), system(9, 'EBADF', 'read'), 'EBADF: bad file descriptor, read');
fails(() => fs.openSync('nope'), system(2, 'ENOENT', 'open', 'nope'), "ENOENT: no such file or directory, open 'nope'");

// Stats.
fs.utimesSync('f', '5', new Date(7500));
const stat = fs.statSync('f'), big = fs.statSync('f', { bigint: true });
same([stat.isFile(), stat.isDirectory(), stat.isSymbolicLink(), stat.size, stat.atimeMs, stat.mtimeMs, stat.mtime.getTime(), stat.mtime instanceof Date, stat instanceof fs.Stats], [true, false, false, 4, 5000, 7500, 7500, true, true], 'Stats');
same([typeof big.ino, big.size === 4n, big.mtimeNs === 7500000000n, big.mtimeMs === 7500n, big.isFile(), Number(big.ino) === stat.ino], ['bigint', true, true, true, true, true], 'bigint');
same(Object.keys(stat), ['dev', 'mode', 'nlink', 'uid', 'gid', 'rdev', 'blksize', 'ino', 'size', 'blocks', 'atimeMs', 'mtimeMs', 'ctimeMs', 'birthtimeMs', 'atime', 'mtime', 'ctime', 'birthtime'], 'keys');
same([fs.statSync('nope', { throwIfNoEntry: false }), fs.existsSync('nope'), fs.existsSync(5), fs.existsSync('f'), fs.accessSync('f', fs.constants.R_OK)], [undefined, false, false, true, undefined], 'quiet');
fails(() => fs.statSync('nope'), system(2, 'ENOENT', 'stat', 'nope'), "ENOENT: no such file or directory, stat 'nope'");
fails(() => fs.lstatSync('nope'), system(2, 'ENOENT', 'lstat', 'nope'), "ENOENT: no such file or directory, lstat 'nope'");
fails(() => fs.fstatSync(fd), system(9, 'EBADF', 'fstat'), 'EBADF: bad file descriptor, fstat');
fails(() => fs.accessSync('nope'), system(2, 'ENOENT', 'access', 'nope'), "ENOENT: no such file or directory, access 'nope'");
refused(() => fs.accessSync('f', 9), 'ERR_OUT_OF_RANGE', 'mode is out of range: >= 0 && <= 7');
fs.chmodSync('f', '640');
same([(fs.statSync('f').mode & 0o777).toString(8), fs.chownSync('f', -1, -1), typeof fs.statfsSync('.').bsize], ['640', undefined, 'number'], 'chmod');
refused(() => fs.utimesSync('f', 'a', 1), 'ERR_INVALID_ARG_TYPE', 'The "time" argument must be an instance of Date or an Time in seconds. Received type string (\'a\')');
fs.truncateSync('f', 1);
same(fs.readFileSync('f', 'utf8'), 'A', 'truncateSync');
fails(() => fs.truncateSync('nope'), system(2, 'ENOENT', 'open', 'nope'), "ENOENT: no such file or directory, open 'nope'");
same([fs.constants.O_CREAT, fs.constants.S_IFMT, fs.constants.COPYFILE_EXCL, fs.F_OK, fs.W_OK], [64, 61440, 1, 0, 2], 'constants');
