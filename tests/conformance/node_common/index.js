'use strict';
// The helper that the test files of Node's own suite require as ../common, written for running them on any runtime:
// counted callbacks, expected errors and warnings, facts about the platform. Only what those files use.

const assert = require('assert');
const path = require('path');
const process = globalThis.process;

const checks = [];

function describe(check) {
  return `${check.name}: expected ${check.atLeast ? 'at least ' : 'exactly '}${check.expected} calls, saw ${check.actual}`;
}

process.on('exit', (code) => {
  if (code !== 0) return;
  const failed = checks.filter((c) => c.atLeast ? c.actual < c.expected : c.actual !== c.expected);
  for (const check of failed) console.log(`${describe(check)}\n${check.stack}`);
  if (failed.length) process.exit(1);
});

function counted(fn, expected, atLeast) {
  if (typeof fn === 'number') {
    expected = fn;
    fn = () => {};
  }
  const check = { expected: expected ?? 1, atLeast, actual: 0, name: fn?.name || '<anonymous>', stack: new Error().stack };
  checks.push(check);
  const wrapper = function(...args) {
    check.actual++;
    return fn ? fn.apply(this, args) : undefined;
  };
  Object.defineProperties(wrapper, {
    name: { value: fn?.name ?? '', configurable: true },
    length: { value: fn?.length ?? 0, configurable: true },
  });
  return wrapper;
}

const mustCall = (fn, exact) => counted(fn, exact, false);
const mustCallAtLeast = (fn, minimum) => counted(fn, minimum, true);
const mustSucceed = (fn, exact) => mustCall(function(error, ...args) {
  assert.ifError(error);
  return typeof fn === 'function' ? fn.apply(this, args) : undefined;
}, exact);

function mustNotCall(message) {
  const where = new Error().stack.split('\n')[2]?.trim();
  return function(...args) {
    assert.fail(`${message || 'function should not have been called'} at ${where}` +
      (args.length ? `\ncalled with: ${args.map(String).join(', ')}` : ''));
  };
}

// Changes of the object, and of what is reached through it, throw.
function mustNotMutateObjectDeep(original) {
  if (original === null || (typeof original !== 'object' && typeof original !== 'function')) return original;
  if (ArrayBuffer.isView(original) || original instanceof ArrayBuffer) return original;
  const refuse = (what) => () => assert.fail(`Expected no side effects, got ${what}`);
  return new Proxy(original, {
    defineProperty: refuse('a definition'),
    deleteProperty: refuse('a deletion'),
    set: refuse('an assignment'),
    setPrototypeOf: refuse('a change of prototype'),
    preventExtensions: refuse('preventExtensions'),
    get(target, key, receiver) {
      const value = Reflect.get(target, key, receiver);
      const own = Reflect.getOwnPropertyDescriptor(target, key);
      return own && !own.configurable && !own.writable ? value : mustNotMutateObjectDeep(value);
    },
  });
}

function checkError(error, expected) {
  assert.ok(error instanceof Error, `no error: ${String(error)}`);
  for (const key of Object.keys(expected)) {
    if (key === 'type') {
      assert.ok(error instanceof expected.type);
    } else if (expected[key] instanceof RegExp) {
      assert.match(String(error[key]), expected[key]);
    } else {
      assert.deepStrictEqual(error[key], expected[key]);
    }
  }
}

// A callback that must get exactly one argument: an error with these properties.
function expectsError(validator, exact) {
  return mustCall((...args) => {
    assert.strictEqual(args.length, 1);
    if (typeof validator === 'function') validator(args[0]);
    else checkError(args[0], validator);
    return true;
  }, exact);
}

let awaited;
function expectOne(name, expected, code) {
  if (!awaited) {
    awaited = new Map();
    process.on('warning', (warning) => {
      const list = awaited.get(warning.name);
      if (!list) assert.fail(`unexpected warning ${warning.name}: ${warning.message}`);
      const [message, wantedCode] = list.shift();
      assert.match(warning.message, message instanceof RegExp ? message : new RegExp(
        `^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`));
      if (wantedCode) assert.strictEqual(warning.code, wantedCode);
      if (!list.length) awaited.delete(warning.name);
      else awaited.set(warning.name, list);
    });
    process.on('exit', (status) => {
      if (status === 0 && awaited.size) assert.fail(`warnings that did not come: ${[...awaited.keys()]}`);
    });
  }
  const list = awaited.get(name) ?? [];
  if (typeof expected === 'string' || expected instanceof RegExp) list.push([expected, code]);
  else for (const one of expected) list.push(Array.isArray(one) ? one : [one, code]);
  awaited.set(name, list);
}
function expectWarning(nameOrMap, expected, code) {
  if (typeof nameOrMap === 'string') return expectOne(nameOrMap, expected, code);
  for (const name of Object.keys(nameOrMap)) {
    const value = nameOrMap[name];
    if (Array.isArray(value) && value.length === 2 && typeof value[1] === 'string' && value[1].startsWith('DEP')) {
      expectOne(name, value[0], value[1]);
    } else if (typeof value === 'object' && !Array.isArray(value) && !(value instanceof RegExp)) {
      for (const depCode of Object.keys(value)) expectOne(name, value[depCode], depCode);
    } else {
      expectOne(name, value);
    }
  }
}

// What the message of ERR_INVALID_ARG_TYPE says was received.
function invalidArgTypeHelper(input) {
  const { inspect } = require('util');
  if (input == null) return ` Received ${input}`;
  if (typeof input === 'function') return ` Received function ${input.name}`;
  if (typeof input === 'object') {
    return input.constructor?.name ? ` Received an instance of ${input.constructor.name}`
      : ` Received ${inspect(input, { depth: -1 })}`;
  }
  let text = inspect(input, { colors: false });
  if (text.length > 28) text = `${text.slice(0, 25)}...`;
  return ` Received type ${typeof input} (${text})`;
}

function skip(reason) {
  console.log(`1..0 # Skipped: ${reason}`);
  process.exit(0);
}

function getArrayBufferViews(buffer) {
  const { buffer: memory, byteOffset, byteLength } = buffer;
  return [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
          Float64Array, BigInt64Array, BigUint64Array, DataView]
    .filter((View) => byteLength % (View.BYTES_PER_ELEMENT ?? 1) === 0)
    .map((View) => new View(memory, byteOffset, byteLength / (View.BYTES_PER_ELEMENT ?? 1)));
}

const common = {
  mustCall, mustCallAtLeast, mustSucceed, mustNotCall, mustNotMutateObjectDeep,
  expectsError, expectWarning, invalidArgTypeHelper,
  skip,
  printSkipMessage: (reason) => console.log(`1..0 # Skipped: ${reason}`),
  skipIfInspectorDisabled: () => skip('there is no inspector'),
  skipIfWorker: () => {},
  skipIf32Bits: () => {},
  skipIfEslintMissing: () => skip('there is no linter'),
  getArrayBufferViews,
  getBufferSources: (buffer) => [...getArrayBufferViews(buffer), new Uint8Array(buffer).buffer],
  platformTimeout: (ms) => ms,
  allowGlobals: () => {},
  crashOnUnhandledRejection: () => {},
  disableCrashOnUnhandledRejection: () => process.on('unhandledRejection', () => {}),
  runWithInvalidFD(use) {
    for (let fd = 1000; fd < 1 << 20; fd++) {
      try {
        require('fs').fstatSync(fd);
      } catch {
        return use(fd);
      }
    }
  },
  canCreateSymLink: () => true,
  isWindows: process.platform === 'win32',
  isLinux: process.platform === 'linux',
  isMacOS: process.platform === 'darwin',
  isOSX: process.platform === 'darwin',
  isAIX: false, isIBMi: false, isFreeBSD: false, isOpenBSD: false, isSunOS: false, isLinuxPPCBE: false,
  isASan: false, isDebug: false, isPi: () => false, isDumbTerminal: process.env.TERM === 'dumb',
  isMainThread: true, isInsideDirWithUnusualChars: false, isAlive: () => true,
  hasCrypto: false, hasIntl: false, hasIPv6: false, hasOpenSSL3: false, hasQuic: false, hasSQLite: false,
  hasMultiLocalhost: () => false,
  enoughTestMem: true, enoughTestCpu: true, buildType: 'Release', bits: 64,
  localhostIPv4: '127.0.0.1',
  PORT: 12346,
  get PIPE() { return path.join(require('./tmpdir').path, `pipe-${process.pid}.sock`); },
  getTTYfd: () => -1,
  createZeroFilledFile(name) {
    const fs = require('fs');
    const fd = fs.openSync(name, 'w');
    fs.ftruncateSync(fd, 10 * 1024 * 1024);
    fs.closeSync(fd);
  },
  escapePOSIXShell(strings, ...values) {
    return String.raw({ raw: strings }, ...values.map((v) => `'${String(v).replace(/'/g, `'\\''`)}'`));
  },
  parseTestFlags: () => [],
  usesSharedLibrary: false,
  get inFreeBSDJail() { return false; },
  spawnPromisified() { throw new Error('no child processes'); },
};

module.exports = new Proxy(common, {
  get(target, key) {
    if (!(key in target) && typeof key === 'string' && key !== 'then' && key !== '__esModule') {
      throw new Error(`the helper has no ${key}`);
    }
    return target[key];
  },
});
