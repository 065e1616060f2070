'use strict';
// What fs does with whole trees of folders: mkdir, readdir, rm and cp with `recursive`, as steps (internal/fs_operations).
// Options and paths have been checked.

const { call } = require('internal/fs_operations');
const { Dirent, constants, systemError } = require('internal/fs_values');
const natives = native('fs');
const path = require('path');

const isFolder = (stat) => stat !== undefined && (stat[1] & constants.S_IFMT) === constants.S_IFDIR;
const typeOf = (stat) => stat[1] & constants.S_IFMT;
const sameFile = (a, b) => a[7] === b[7] && a[0] === b[0];
const textOf = (value) => (typeof value === 'string' ? value : require('buffer').Buffer.from(value).toString());

const lstat = (path, quiet) => call(natives.lstat, [path, false, quiet]);
const stat = (path, quiet) => call(natives.stat, [path, false, quiet]);
const mkdir = (path, mode) => call(natives.mkdir, [path, mode]);
const unlink = (path) => call(natives.unlink, [path]);

// Makes a folder and those above it: the path of the uppermost one that was made, or undefined.
function* makeFolders(folder, mode) {
  const missing = [];
  let current = textOf(folder);
  let made;
  while (made === undefined) {
    try {
      yield mkdir(current, mode);
      made = current;
    } catch (error) {
      const parent = path.dirname(current);
      if (error.code === 'ENOENT' && parent !== current) {
        missing.push(current);
        current = parent;
      } else if (isFolder(yield stat(current, true))) {
        break;
      } else {
        throw yield* nameFolder(error, missing.length === 0 ? current : textOf(folder), missing.length > 0);
      }
    }
  }
  while (missing.length > 0) {
    const next = missing.pop();
    yield mkdir(next, mode);
    made ??= next;
  }
  return made;
}

// The error of a folder that could not be made, for the one that was asked for.
function* nameFolder(error, folder, above) {
  if (!above) return error;
  const code = error.code === 'EEXIST' ? 'ENOTDIR' : error.code;
  if (code === error.code && error.path === folder) return error;
  try {
    yield mkdir(folder, 0o777);
  } catch (own) {
    return own;
  }
  return error;
}

// The entries of a folder and of those in it: paths relative to it, or Dirents.
function* listTree(root, withTypes) {
  const result = [];
  const folders = [''];
  for (let i = 0; i < folders.length; i++) {
    const folder = folders[i];
    const where = folder === '' ? root : path.join(textOf(root), folder);
    const entries = yield call(natives.list, [where, false]);
    for (let j = 0; j < entries.length; j += 2) {
      const name = folder === '' ? entries[j] : path.join(folder, entries[j]);
      result.push(withTypes ? new Dirent(entries[j], where, entries[j + 1]) : name);
      if (entries[j + 1] === constants.UV_DIRENT_DIR) folders.push(name);
    }
  }
  return result;
}

// --- rm ----------------------------------------------------------------------------------------------------

const transient = ['EBUSY', 'EMFILE', 'ENFILE', 'ENOTEMPTY', 'EPERM'];

function* remove(target, { force, recursive, maxRetries, retryDelay }) {
  const found = yield lstat(target, force);
  if (found === undefined) return;
  if (!isFolder(found)) {
    yield* withRetries(unlink(target), maxRetries, retryDelay);
  } else if (recursive) {
    yield* withRetries(call(natives.removeTree, [target]), maxRetries, retryDelay);
  } else {
    throw systemError('ERR_FS_EISDIR', {
      code: 'EISDIR',
      message: 'is a directory',
      path: textOf(target),
      syscall: 'rm',
      errno: 21,
    });
  }
}

// Each attempt waits retryDelay milliseconds longer. What is gone already is fine.
function* withRetries(plan, maxRetries, retryDelay) {
  for (let attempt = 1; ; attempt++) {
    try {
      return yield plan;
    } catch (error) {
      if (error.code === 'ENOENT') return undefined;
      if (attempt > maxRetries || !transient.includes(error.code)) throw error;
      yield { pause: attempt * retryDelay };
    }
  }
}

// --- cp ----------------------------------------------------------------------------------------------------

function cpError(code, name, errno, message, target) {
  return systemError(code, { message, path: target, syscall: 'cp', errno, code: name });
}

// Copies a file, link or folder; options as of fs.cp.
function* copyTree(source, target, options) {
  source = textOf(source);
  target = textOf(target);
  if (options.filter && !(yield { answer: options.filter(source, target) })) return;
  const { from, to } = yield* compare(source, target, options);
  yield* refuseAncestors(source, from, target);
  const parent = path.dirname(target);
  if (!(yield call(natives.exists, [parent]))) yield* makeFolders(parent, 0o777);
  yield* copyEntry(source, from, target, to, options);
}

const statOf = (file, options, quiet) =>
  (options.dereference ? stat : lstat)(file, quiet);

// What source and target are, when one may become the other.
function* compare(source, target, options) {
  const from = yield statOf(source, options, false);
  const to = yield statOf(target, options, true);
  if (to !== undefined) {
    if (sameFile(from, to)) {
      throw cpError('ERR_FS_CP_EINVAL', 'EINVAL', 22, 'src and dest cannot be the same', target);
    }
    if (isFolder(from) && !isFolder(to)) {
      const message = `cannot overwrite non-directory ${target} with directory ${source}`;
      throw cpError('ERR_FS_CP_DIR_TO_NON_DIR', 'EISDIR', 21, message, target);
    }
    if (!isFolder(from) && isFolder(to)) {
      const message = `cannot overwrite directory ${target} with non-directory ${source}`;
      throw cpError('ERR_FS_CP_NON_DIR_TO_DIR', 'ENOTDIR', 20, message, target);
    }
  }
  if (isFolder(from) && `${path.resolve(target)}/`.startsWith(`${path.resolve(source)}/`)) {
    throw subdirectory(source, target);
  }
  return { from, to };
}

const subdirectory = (source, target) =>
  cpError('ERR_FS_CP_EINVAL', 'EINVAL', 22, `cannot copy ${source} to a subdirectory of self ${target}`, target);

// A link may make the target lie in the source.
function* refuseAncestors(source, from, target) {
  let current = path.resolve(target);
  while (path.dirname(current) !== current) {
    current = path.dirname(current);
    const above = yield stat(current, true);
    if (isFolder(from) && above !== undefined && sameFile(from, above)) throw subdirectory(source, target);
  }
}

function* copyEntry(source, from, target, to, options) {
  switch (typeOf(from)) {
    case constants.S_IFDIR:
      if (!options.recursive) {
        throw cpError('ERR_FS_EISDIR', 'EISDIR', 22, `${source} is a directory (not copied)`, source);
      }
      yield* copyFolder(source, from, target, to, options);
      break;
    case constants.S_IFREG:
    case constants.S_IFCHR:
    case constants.S_IFBLK:
      yield* copyFile(source, from, target, to, options);
      break;
    case constants.S_IFLNK:
      yield* copyLink(source, target, to, options);
      break;
    case constants.S_IFSOCK:
      throw cpError('ERR_FS_CP_SOCKET', 'EINVAL', 22, `cannot copy a socket file: ${target}`, target);
    case constants.S_IFIFO:
      throw cpError('ERR_FS_CP_FIFO_PIPE', 'EINVAL', 22, `cannot copy a FIFO pipe: ${target}`, target);
    default:
      throw cpError('ERR_FS_CP_UNKNOWN', 'EINVAL', 22, `cannot copy an unknown file type: ${target}`, target);
  }
}

// Whether an existing target is to be replaced.
function mayReplace(target, options) {
  if (options.force) return true;
  if (options.errorOnExist) {
    throw cpError('ERR_FS_CP_EEXIST', 'EEXIST', 17, `${target} already exists`, target);
  }
  return false;
}

function* copyFile(source, from, target, to, options) {
  if (to !== undefined) {
    if (!mayReplace(target, options)) return;
    yield unlink(target);
  }
  yield call(natives.copyFile, [source, target, options.mode]);
  yield call(natives.chmod, [target, from[1] & 0o7777]);
  if (options.preserveTimestamps) {
    yield call(natives.utimes, [target, from[10] + from[11] / 1e9, from[12] + from[13] / 1e9]);
  }
}

function* copyFolder(source, from, target, to, options) {
  if (to === undefined) yield mkdir(target, 0o777);
  const entries = yield call(natives.list, [source, false]);
  for (let i = 0; i < entries.length; i += 2) {
    const inSource = path.join(source, entries[i]);
    const inTarget = path.join(target, entries[i]);
    if (options.filter && !(yield { answer: options.filter(inSource, inTarget) })) continue;
    const both = yield* compare(inSource, inTarget, options);
    yield* copyEntry(inSource, both.from, inTarget, both.to, options);
  }
  if (to === undefined) yield call(natives.chmod, [target, from[1] & 0o7777]);
}

const isWithin = (inner, outer) => `${inner}/`.startsWith(`${outer}/`);

function* copyLink(source, target, to, options) {
  let goal = yield call(natives.readlink, [source, false]);
  if (!options.verbatimSymlinks && !path.isAbsolute(goal)) goal = path.resolve(path.dirname(source), goal);
  if (to !== undefined && typeOf(to) === constants.S_IFLNK) {
    const before = path.resolve(path.dirname(target), yield call(natives.readlink, [target, false]));
    const folder = yield stat(source, true);
    if (isFolder(folder) && isWithin(before, goal)) throw subdirectory(goal, before);
    if (isFolder(folder) && isWithin(goal, before)) {
      const message = `cannot overwrite ${before} with ${goal}`;
      throw cpError('ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY', 'EINVAL', 22, message, target);
    }
    yield unlink(target);
  }
  yield call(natives.symlink, [goal, target]);
}

module.exports = { copyTree, listTree, makeFolders, remove };
