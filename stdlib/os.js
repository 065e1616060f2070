'use strict';
// os: the machine and its system (Node documentation, "OS").

const { define } = require('internal/errors');
const { validateInt32, validateInteger } = require('internal/validate');
const natives = native('os');

const ERR_SYSTEM_ERROR = define('ERR_SYSTEM_ERROR', Error, (syscall, code, text) =>
  `A system error occurred: ${syscall} returned ${code} (${text})`);

const names = () => natives.names();

// cpus(): { model, speed (MHz), times: { user, nice, sys, idle, irq } (milliseconds) } of each processor.
function cpus() {
  const flat = natives.cpus();
  const result = [];
  for (let i = 0; i < flat.length; i += 7) {
    const [model, speed, user, nice, sys, idle, irq] = flat.slice(i, i + 7);
    result.push({ model, speed, times: { user, nice, sys, idle, irq } });
  }
  return result;
}

// networkInterfaces(): by name, { address, netmask, family, mac, internal, cidr, scopeid } of each address.
function networkInterfaces() {
  const result = {};
  for (const [name, address, netmask, mac, isIPv6, internal, scopeid, prefix] of natives.interfaces()) {
    const family = isIPv6 ? 'IPv6' : 'IPv4';
    const entry = { address, netmask, family, mac, internal, cidr: `${address}/${prefix}` };
    if (isIPv6) entry.scopeid = scopeid;
    (result[name] ??= []).push(entry);
  }
  return result;
}

// userInfo([{ encoding = 'utf8' }]): { uid, gid, username, homedir, shell }; Buffers for encoding 'buffer'.
function userInfo(options) {
  const [uid, gid, ...texts] = natives.user();
  const [username, homedir, shell] =
    options?.encoding === 'buffer' ? texts.map((text) => require('buffer').Buffer.from(text)) : texts;
  return { __proto__: null, uid, gid, username, homedir, shell };
}

// homedir(): $HOME, or what the system knows of the user.
function homedir() {
  return process.env.HOME || natives.user()[3];
}

// tmpdir(): without a slash at the end.
function tmpdir() {
  const folder = process.env.TMPDIR || process.env.TMP || process.env.TEMP || '/tmp';
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
}

function priority(syscall, ...args) {
  const result = natives.priority(...args);
  if (typeof result === 'number') return result;
  const errno = natives.errno[result];
  const text = natives.errorText(errno);
  const error = new ERR_SYSTEM_ERROR(syscall, result, text);
  error.name = 'SystemError';
  throw Object.assign(error, { info: { errno: -errno, code: result, message: text, syscall }, errno: -errno, syscall });
}

// getPriority([pid = 0]): -20, the highest, to 19; 0 is this process.
function getPriority(pid = 0) {
  validateInt32(pid, 'pid');
  return priority('uv_os_getpriority', pid);
}

// setPriority([pid, ]priority)
function setPriority(pid, value) {
  if (value === undefined) [pid, value] = [0, pid];
  validateInt32(pid, 'pid');
  validateInteger(value, 'priority', -20, 19);
  priority('uv_os_setpriority', pid, value);
}

const constants = Object.assign(Object.create(null), {
  UV_UDP_REUSEADDR: 4,
  dlopen: natives.dlopen,
  errno: natives.errno,
  signals: natives.signals,
  priority: {
    __proto__: null,
    PRIORITY_LOW: 19,
    PRIORITY_BELOW_NORMAL: 10,
    PRIORITY_NORMAL: 0,
    PRIORITY_ABOVE_NORMAL: -7,
    PRIORITY_HIGH: -14,
    PRIORITY_HIGHEST: -20,
  },
});

const os = {
  arch: () => process.arch,
  // availableParallelism(): how many threads can run at once.
  availableParallelism: natives.availableParallelism,
  cpus,
  endianness: () => (new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 'LE' : 'BE'),
  // freemem(), totalmem(): bytes.
  freemem: natives.freemem,
  getPriority,
  homedir,
  hostname: natives.hostname,
  // loadavg(): of 1, 5 and 15 minutes.
  loadavg: natives.loadavg,
  networkInterfaces,
  platform: () => process.platform,
  release: () => names()[1],
  setPriority,
  tmpdir,
  totalmem: natives.totalmem,
  type: () => names()[0],
  userInfo,
  // uptime(): of the system, in seconds.
  uptime: natives.uptime,
  version: () => names()[2],
  machine: () => names()[3],
};

// Functions without arguments are their own text.
for (const name of ['arch', 'endianness', 'freemem', 'homedir', 'hostname', 'platform', 'release', 'tmpdir', 'totalmem',
  'type', 'uptime', 'version', 'machine', 'availableParallelism']) {
  os[name][Symbol.toPrimitive] = () => os[name]();
}

Object.defineProperties(os, {
  constants: { value: constants, enumerable: true },
  EOL: { value: process.platform === 'win32' ? '\r\n' : '\n', enumerable: true, configurable: true },
  devNull: { value: process.platform === 'win32' ? '\\\\.\\nul' : '/dev/null', enumerable: true, configurable: true },
});

module.exports = os;
