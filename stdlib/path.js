'use strict';
// path: file names as text, in the two notations of POSIX and Windows (Node documentation, "Path").
//
// Nothing here looks at files, except that resolve() starts at the working directory. A path is taken apart
// as root + segments: '/' + 'a/b', or for Windows 'C:\', '\\server\share\', '\', 'C:' or '' + 'a\b'. In
// Windows notation both slashes separate; results have backslashes.
//
// All functions throw TypeError ERR_INVALID_ARG_TYPE for arguments that are no strings.
const { validateString, validateObject } = require('internal/validate');

// The segments without empty ones, '.' and what '..' takes back. Leading '..' stay when `relative`.
function normalSegments(segments, relative) {
  const kept = [];
  for (let i = 0; i < segments.length; i++) {
    const segment = segments[i];
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') {
      kept.push(segment);
    } else if (kept.length > 0 && kept[kept.length - 1] !== '..') {
      kept.pop();
    } else if (relative) {
      kept.push('..');
    }
  }
  return kept;
}

// The way from one list of segments to another, given how many they share at their start.
function stepsBetween(from, to, shared, separator) {
  let steps = '';
  for (let i = shared; i < from.length; i++) steps += steps === '' ? '..' : separator + '..';
  for (let i = shared; i < to.length; i++) steps += steps === '' ? to[i] : separator + to[i];
  return steps;
}

// Where the last segment of path[start..] begins and ends, separators behind it left out. begin === end: there
// is none.
function lastSegment(path, start, isSeparator) {
  let end = path.length;
  while (end > start && isSeparator(path.charCodeAt(end - 1))) end--;
  let begin = end;
  while (begin > start && !isSeparator(path.charCodeAt(begin - 1))) begin--;
  return { begin, end };
}

function basenameOf(path, start, suffix, isSeparator) {
  validateString(path, 'path');
  if (suffix !== undefined) {
    validateString(suffix, 'suffix');
    if (suffix !== '' && suffix === path) return '';
  }
  const { begin, end } = lastSegment(path, start, isSeparator);
  const name = path.slice(begin, end);
  if (suffix && name === '' && suffix.length <= path.length) return path.slice(start);
  return suffix !== undefined && suffix.length < name.length && name.endsWith(suffix)
    ? name.slice(0, name.length - suffix.length)
    : name;
}

// The suffix of a segment from its last dot on; names that only begin with a dot have none.
function suffixOf(name) {
  const dot = name.lastIndexOf('.');
  return dot <= 0 || name === '..' ? '' : name.slice(dot);
}

function formatParts(separator, parts) {
  validateObject(parts, 'pathObject');
  const folder = parts.dir || parts.root;
  const suffix = parts.ext ? (parts.ext[0] === '.' ? '' : '.') + parts.ext : '';
  const base = parts.base || (parts.name || '') + suffix;
  if (!folder) return base;
  return folder === parts.root ? folder + base : folder + separator + base;
}

// --- POSIX -------------------------------------------------------------------------------------------------

const isSlash = (code) => code === 47;

const posix = {
  // resolve(...paths): the absolute path that `cd` of each in turn would lead to, from the working directory.
  resolve(...paths) {
    let joined = '';
    let absolute = false;
    for (let i = paths.length - 1; i >= -1 && !absolute; i--) {
      const path = i >= 0 ? paths[i] : process.cwd();
      if (i >= 0) validateString(path, `paths[${i}]`);
      if (path === '') continue;
      joined = joined === '' ? path : `${path}/${joined}`;
      absolute = path[0] === '/';
    }
    const rest = normalSegments(joined.split('/'), !absolute).join('/');
    return absolute ? '/' + rest : rest || '.';
  },

  // normalize(path): without '.', '..' and double slashes, as far as possible. A slash at the end stays.
  normalize(path) {
    validateString(path, 'path');
    if (path === '') return '.';
    const absolute = path[0] === '/';
    let rest = normalSegments(path.split('/'), !absolute).join('/');
    if (rest === '') return absolute ? '/' : path.endsWith('/') ? './' : '.';
    if (path.endsWith('/')) rest += '/';
    return absolute ? '/' + rest : rest;
  },

  // isAbsolute(path)
  isAbsolute(path) {
    validateString(path, 'path');
    return path[0] === '/';
  },

  // join(...paths): all with slashes between, normalized; '.' for nothing.
  join(...paths) {
    let joined = '';
    for (let i = 0; i < paths.length; i++) {
      validateString(paths[i], 'path');
      if (paths[i] !== '') joined = joined === '' ? paths[i] : `${joined}/${paths[i]}`;
    }
    return posix.normalize(joined);
  },

  // relative(from, to): the path that leads from one to the other; '' when they are the same.
  relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    const start = posix.resolve(from).split('/').filter(Boolean);
    const end = posix.resolve(to).split('/').filter(Boolean);
    let shared = 0;
    while (shared < start.length && shared < end.length && start[shared] === end[shared]) shared++;
    return stepsBetween(start, end, shared, '/');
  },

  // toNamespacedPath(path): the path itself; only Windows has namespaces.
  toNamespacedPath(path) {
    return path;
  },

  // dirname(path): what stands before the last segment; '.' when there is nothing.
  dirname(path) {
    validateString(path, 'path');
    if (path === '') return '.';
    let end = path.length;
    while (end > 1 && path[end - 1] === '/') end--;
    const slash = path.lastIndexOf('/', end - 1);
    if (slash <= 0) return path[0] === '/' ? '/' : '.';
    return slash === 1 && path[0] === '/' ? '//' : path.slice(0, slash);
  },

  // basename(path[, suffix]): the last segment, without `suffix` when it ends in it and is longer.
  basename(path, suffix) {
    return basenameOf(path, 0, suffix, isSlash);
  },

  // extname(path): the last segment from its last dot on; '' when it has none but at its start.
  extname(path) {
    return suffixOf(basenameOf(path, 0, undefined, isSlash));
  },

  // format({ dir, root, base, name, ext }): the opposite of parse. `base` wins over name and ext, dir over root.
  format(pathObject) {
    return formatParts('/', pathObject);
  },

  // parse(path): { root, dir, base, ext, name }, all strings.
  parse(path) {
    validateString(path, 'path');
    const root = path[0] === '/' ? '/' : '';
    const { begin, end } = lastSegment(path, root.length, isSlash);
    const base = path.slice(begin, end);
    const ext = suffixOf(base);
    const dir = base !== '' && begin > root.length ? path.slice(0, begin - 1) : root;
    return { root, dir, base, ext, name: base.slice(0, base.length - ext.length) };
  },

  sep: '/',
  delimiter: ':',
  win32: null,
  posix: null,
};

// --- Windows -----------------------------------------------------------------------------------------------

const isEitherSlash = (code) => code === 47 || code === 92;

const isLetter = (code) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

const anySlash = /[\\/]/;
const serverAndShare = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/;

const reservedName = /^(?:CON|PRN|AUX|NUL|(?:COM|LPT)[1-9\xb9\xb2\xb3]):/i;

// { device, length, absolute }: 'C:' or '\\server\share' or '', how much of the path that and the separator
// behind it take, and whether the path has a root. `namespaces`: '\\.\' and '\\?\' are devices, not
// servers.
function windowsRoot(path, namespaces) {
  const first = path.charCodeAt(0);
  if (isEitherSlash(first)) {
    const match = isEitherSlash(path.charCodeAt(1)) ? serverAndShare.exec(path) : null;
    if (match === null) return { device: '', length: 1, absolute: true };
    if (namespaces && (match[1] === '.' || match[1] === '?')) {
      return { device: `\\\\${match[1]}`, length: 4, absolute: true };
    }
    const more = match[0].length < path.length ? 1 : 0;
    return { device: `\\\\${match[1]}\\${match[2]}`, length: match[0].length + more, absolute: true };
  }
  if (isLetter(first) && path[1] === ':') {
    const absolute = isEitherSlash(path.charCodeAt(2));
    return { device: path.slice(0, 2), length: absolute ? 3 : 2, absolute };
  }
  return { device: '', length: 0, absolute: false };
}

const win32 = {
  // As posix.resolve. Each drive has a working directory of its own, kept in the variable '=X:'.
  resolve(...paths) {
    let device = '';
    let tail = '';
    let absolute = false;
    for (let i = paths.length - 1; i >= -1; i--) {
      let path;
      if (i >= 0) {
        path = paths[i];
        validateString(path, `paths[${i}]`);
        if (path === '') continue;
      } else if (device === '') {
        path = process.cwd();
      } else {
        path = process.env[`=${device}`] || process.cwd();
        const other = path.slice(0, 2).toLowerCase() !== device.toLowerCase();
        if (path === undefined || (other && path[2] === '\\')) path = `${device}\\`;
      }
      const root = windowsRoot(path, true);
      if (root.device !== '') {
        if (device !== '' && root.device.toLowerCase() !== device.toLowerCase()) continue;
        device ||= root.device;
      }
      if (!absolute) {
        tail = `${path.slice(root.length)}\\${tail}`;
        absolute = root.absolute;
      }
      if (absolute && device !== '') break;
    }
    tail = normalSegments(tail.split(anySlash), !absolute).join('\\');
    return absolute ? `${device}\\${tail}` : device + tail || '.';
  },

  normalize(path) {
    validateString(path, 'path');
    if (path === '') return '.';
    if (path.length === 1) return path === '/' ? '\\' : path;
    const reserved = reservedName.exec(path);
    const { device, length, absolute } =
      reserved === null
        ? windowsRoot(path, true)
        : { device: `.\\${reserved[0]}`, length: reserved[0].length, absolute: false };
    if (absolute && length === path.length && device.length > 2) return `${device}\\`;
    let tail = normalSegments(path.slice(length).split(anySlash), !absolute).join('\\');
    if (tail === '' && !absolute) tail = '.';
    if (tail !== '' && isEitherSlash(path.charCodeAt(path.length - 1))) tail += '\\';
    if (absolute) return `${device}\\${tail}`;
    // What has become, or could be taken for, the name of a drive or stream is marked as relative.
    const marked = device === '' && (/:(?:[\\/]|$)/.test(path) || (path.includes(':') && /^[A-Za-z]:/.test(tail)));
    return marked ? `.\\${tail}` : device + tail;
  },

  isAbsolute(path) {
    validateString(path, 'path');
    return windowsRoot(path, false).absolute;
  },

  join(...paths) {
    let joined;
    let first;
    for (let i = 0; i < paths.length; i++) {
      validateString(paths[i], 'path');
      if (paths[i] === '') continue;
      if (joined === undefined) joined = first = paths[i];
      else joined += `\\${paths[i]}`;
    }
    if (joined === undefined) return '.';
    // Only a first path that is itself '\\server' or '\\server\...' may make the whole one of a server.
    const server = /^[\\/]{2}[^\\/]/.test(first);
    return win32.normalize(server ? joined : joined.replace(/^[\\/]{2,}/, '\\'));
  },

  relative(from, to) {
    validateString(from, 'from');
    validateString(to, 'to');
    if (from === to) return '';
    const target = win32.resolve(to);
    const start = win32.resolve(from).split('\\').filter(Boolean);
    const end = target.split('\\').filter(Boolean);
    let shared = 0;
    while (
      shared < start.length &&
      shared < end.length &&
      start[shared].toLowerCase() === end[shared].toLowerCase()
    ) {
      shared++;
    }
    if (shared === 0 && start.length > 0 && end.length > 0) return target;
    return stepsBetween(start, end, shared, '\\');
  },

  // toNamespacedPath(path): an absolute path in the form '\\?\...' that has no limit of length. Other values are
  // given back as they are.
  toNamespacedPath(path) {
    if (typeof path !== 'string' || path === '') return path;
    const resolved = win32.resolve(path);
    if (/^\\\\[^?.]/.test(resolved)) return `\\\\?\\UNC\\${resolved.slice(2)}`;
    return /^[A-Za-z]:\\/.test(resolved) ? `\\\\?\\${resolved}` : resolved.length <= 2 ? path : resolved;
  },

  dirname(path) {
    validateString(path, 'path');
    if (path === '') return '.';
    const { length } = windowsRoot(path, false);
    let end = path.length;
    while (end > length && isEitherSlash(path.charCodeAt(end - 1))) end--;
    while (end > length && !isEitherSlash(path.charCodeAt(end - 1))) end--;
    if (end > length) return path.slice(0, end - 1);
    return length > 0 ? path.slice(0, length) : '.';
  },

  basename(path, suffix) {
    validateString(path, 'path');
    const start = isLetter(path.charCodeAt(0)) && path[1] === ':' ? 2 : 0;
    return basenameOf(path, start, suffix, isEitherSlash);
  },

  extname(path) {
    return suffixOf(win32.basename(path));
  },

  format(pathObject) {
    return formatParts('\\', pathObject);
  },

  parse(path) {
    validateString(path, 'path');
    const { length } = windowsRoot(path, false);
    const root = path.slice(0, length);
    const { begin, end } = lastSegment(path, length, isEitherSlash);
    const base = path.slice(begin, end);
    const ext = suffixOf(base);
    const dir = base !== '' && begin > length ? path.slice(0, begin - 1) : root;
    return { root, dir, base, ext, name: base.slice(0, base.length - ext.length) };
  },

  sep: '\\',
  delimiter: ';',
  win32: null,
  posix: null,
};

posix.win32 = win32.win32 = win32;
posix.posix = win32.posix = posix;
module.exports = process.platform === 'win32' ? win32 : posix;
