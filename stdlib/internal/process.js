'use strict';
// The parts of `process` that most programs do not use; C defines them as properties that are made at the first look
// (Node documentation, "Process").

const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, define } = require('internal/errors');
const { validateNumber, validateObject, validateString, validateUint32 } = require('internal/validate');
const natives = native('process');

const ERR_UNKNOWN_SIGNAL = define('ERR_UNKNOWN_SIGNAL', TypeError, (name) => `Unknown signal: ${name}`);

// --- Warnings ----------------------------------------------------------------------------------------------

// emitWarning(warning[, type[, code[, ctor]]]) or (warning, { type, code, detail, ctor }): emits the event 'warning' in
// the next tick. warning: a string or an Error. What listens first prints it.
function emitWarning(warning, type, code, ctor) {
  let detail;
  if (typeof type === 'object' && type !== null && !Array.isArray(type)) {
    ({ ctor, code, detail } = type);
    type = type.type || 'Warning';
  } else if (typeof type === 'function') {
    ctor = type;
    code = undefined;
    type = 'Warning';
  }
  if (type !== undefined) validateString(type, 'type');
  if (typeof code === 'function') {
    ctor = code;
    code = undefined;
  } else if (code !== undefined) {
    validateString(code, 'code');
  }
  if (typeof warning === 'string') {
    const text = warning;
    warning = new Error(text);
    warning.name = String(type || 'Warning');
    if (code !== undefined) warning.code = code;
    if (typeof detail === 'string') warning.detail = detail;
    Error.captureStackTrace?.(warning, ctor || emitWarning);
  } else if (!(warning instanceof Error)) {
    throw new ERR_INVALID_ARG_TYPE('warning', ['Error', 'string'], warning);
  }
  if (warning.name === 'DeprecationWarning') {
    if (process.noDeprecation) return;
    if (process.throwDeprecation) {
      process.nextTick(() => {
        throw warning;
      });
      return;
    }
  }
  process.nextTick(() => process.emit('warning', warning));
}

// The listener of 'warning' that `process` has from the beginning.
function printWarning(warning) {
  if (!(warning instanceof Error) || process.env.NODE_NO_WARNINGS === '1') return;
  if (warning.name === 'DeprecationWarning' && process.noDeprecation) return;
  const code = warning.code ? `[${warning.code}] ` : '';
  const detail = typeof warning.detail === 'string' ? `\n${warning.detail}` : '';
  const traced = process.traceProcessWarnings || (warning.name === 'DeprecationWarning' && process.traceDeprecation);
  const shown = traced && warning.stack ? warning.stack : Error.prototype.toString.call(warning);
  natives.writeOutput(2, `(vm:${process.pid}) ${code}${shown}${detail}\n`);
}

// --- The process itself ------------------------------------------------------------------------------------

// cpuUsage([before]): { user, system } in microseconds, since the start or since what an earlier call gave.
function cpuUsage(before) {
  const [user, system] = natives.cpuUsage();
  if (!before) return { user, system };
  validateObject(before, 'prevValue');
  for (const name of ['user', 'system']) {
    validateNumber(before[name], `prevValue.${name}`);
    if (!(before[name] >= 0 && before[name] <= Number.MAX_SAFE_INTEGER)) {
      const error = new ERR_INVALID_ARG_VALUE(`prevValue.${name}`, before[name]);
      throw Object.setPrototypeOf(error, RangeError.prototype);
    }
  }
  return { user: user - before.user, system: system - before.system };
}

const resources = [
  'userCPUTime', 'systemCPUTime', 'maxRSS', 'sharedMemorySize', 'unsharedDataSize', 'unsharedStackSize',
  'minorPageFault', 'majorPageFault', 'swappedOut', 'fsRead', 'fsWrite', 'ipcSent', 'ipcReceived', 'signalsCount',
  'voluntaryContextSwitches', 'involuntaryContextSwitches',
];

// resourceUsage(): of getrusage(2); times in microseconds, maxRSS in KiB.
function resourceUsage() {
  const values = natives.resourceUsage();
  return Object.fromEntries(resources.map((name, i) => [name, values[i]]));
}

function chdir(directory) {
  validateString(directory, 'directory');
  natives.chdir(directory);
}

// umask([mask]): the mask before; sets it when one is given, as a number or octal string.
function umask(mask) {
  if (mask === undefined) {
    const before = natives.umask(0);
    natives.umask(before);
    return before;
  }
  if (typeof mask === 'string') {
    if (!/^[0-7]+$/.test(mask)) {
      throw new ERR_INVALID_ARG_VALUE('mask', mask, 'must be a 32-bit unsigned integer or an octal string');
    }
    mask = Number.parseInt(mask, 8);
  }
  validateUint32(mask, 'mask');
  return natives.umask(mask);
}

// kill(pid[, signal = 'SIGTERM']): sends a signal by name or number; 0 only looks whether there is such a process.
function kill(pid, signal) {
  // eslint-disable-next-line eqeqeq
  if (pid != (pid | 0)) throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
  if (typeof signal !== 'number') {
    const known = require('os').constants.signals[signal || 'SIGTERM'];
    if (known === undefined) throw new ERR_UNKNOWN_SIGNAL(named(signal));
    signal = known;
  }
  const result = natives.kill(pid | 0, signal | 0);
  if (result === 0) return true;
  const code = native('os').errorName(-result);
  throw Object.assign(new Error(`kill ${code}`), { errno: result, code, syscall: 'kill' });
}

const resourceNames = { timer: 'Timeout', interval: 'Timeout', immediate: 'Immediate', socket: 'TCPSocketWrap' };

// getActiveResourcesInfo(): names of what keeps the program alive.
function getActiveResourcesInfo() {
  return natives.reasons().split('\n').slice(0, -1).filter((name) => name !== 'drain' && name !== 'hold')
    .map((name) => resourceNames[name] ?? name);
}

// loadEnvFile([path = '.env']): sets the variables of a file that are not set.
function loadEnvFile(path = '.env') {
  const { readFileSync } = require('fs');
  const variables = require('internal/parse_env').parseEnv(readFileSync(path, 'utf8'));
  for (const name in variables) process.env[name] ??= variables[name];
}

// getBuiltinModule(id): what `id`, with or without "node:", names; undefined when it is no builtin module.
function getBuiltinModule(id) {
  validateString(id, 'id');
  return require('module').isBuiltin(id) ? require(id.replace(/^node:/, '')) : undefined;
}

const ERR_ALREADY_CAPTURED = define('ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET', Error,
  '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active');

let captured = false;

// setUncaughtExceptionCaptureCallback(fn or null): a function that gets all errors that nothing catches, in place of the
// event 'uncaughtException'.
function setUncaughtExceptionCaptureCallback(fn) {
  if (fn !== null && typeof fn !== 'function') throw new ERR_INVALID_ARG_TYPE('fn', ['Function', 'null'], fn);
  if (fn !== null && captured) throw new ERR_ALREADY_CAPTURED();
  captured = fn !== null;
  natives.setCapture(fn ?? undefined);
}

// getgroups(): the groups of the user, with the effective one.
function getgroups() {
  const groups = natives.getgroups();
  const own = natives.getegid();
  return groups.includes(own) ? groups : [...groups, own];
}

const named = (value) => (typeof value === 'string' ? value : native('util').inspect(value));

const total = () => require('os').totalmem();

module.exports = {
  emitWarning,
  printWarning,
  cpuUsage,
  resourceUsage,
  chdir,
  umask,
  kill,
  getActiveResourcesInfo,
  loadEnvFile,
  getBuiltinModule,
  setUncaughtExceptionCaptureCallback,
  hasUncaughtExceptionCaptureCallback: () => captured,
  // abort(): ends the process at once, with a core dump where they are on.
  abort: natives.abort,
  getuid: natives.getuid,
  geteuid: natives.geteuid,
  getgid: natives.getgid,
  getegid: natives.getegid,
  getgroups,
  // Bytes that the process may have, and that are free for it.
  constrainedMemory: total,
  availableMemory: () => require('os').freemem(),
  release: { name: 'node', lts: 'Jod' },
  features: {
    inspector: false, debug: false, uv: false, ipv6: true, tls_alpn: false, tls_sni: false, tls_ocsp: false, tls: false,
    cached_builtins: true,
  },
  config: Object.freeze({ target_defaults: Object.freeze({}), variables: Object.freeze({}) }),
  allowedNodeEnvironmentFlags: Object.freeze(new Set()),
  get stdin() {
    return require('internal/stdio').stdin;
  },
  get stdout() {
    return require('internal/stdio').stdout;
  },
  get stderr() {
    return require('internal/stdio').stderr;
  },
};
