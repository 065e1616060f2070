// Every method of a Console, by what reaches its streams; and of the global console, through replaced write functions.
const assert = require('assert');
const { Console } = require('console');

let out = [];
const stream = (name) => ({ write(text) { out.push(name + text); return true; }, once() {}, removeListener() {}, listenerCount: () => 0 });
const stdout = stream('');
const stderr = stream('!');
function expect(lines) {
  assert.deepStrictEqual(out, lines);
  out = [];
}

const c = new Console({ stdout, stderr, groupIndentation: 3 });
c.log('a', { b: 1 });
c.info('%s', 'i');
c.debug();
c.dirxml([1], 2);
c.warn('w');
c.error('%d', 5);
expect(['a { b: 1 }\n', 'i\n', '\n', '[ 1 ] 2\n', '!w\n', '!5\n']);
c.group('G', 1);
c.log('x\ny');
c.groupCollapsed();
c.error('deep');
c.groupEnd();
c.groupEnd();
c.groupEnd();
c.log('flat');
expect(['G 1\n', '   x\n   y\n', '!      deep\n', 'flat\n']);
c.count();
c.count('x');
c.count();
c.countReset();
c.count(undefined);
c.count(null);
expect(['default: 1\n', 'x: 1\n', 'default: 2\n', 'default: 1\n', 'null: 1\n']);
c.assert(true, 'no');
c.assert(false);
c.assert(0, 'text %s', 'a', { b: 1 });
c.assert('', { a: 1 });
expect(['!Assertion failed\n', '!Assertion failed: text a { b: 1 }\n', '!Assertion failed: [object Object]\n']);
c.dir({ a: { b: { c: {} } } }, { depth: 0 });
c.dir({ [require('util').inspect.custom]: 5 });
expect(['{ a: [Object] }\n', '{ [Symbol(nodejs.util.inspect.custom)]: 5 }\n']);
c.time();
c.timeLog('default', { a: 1 });
c.timeEnd();
assert.match(out[0], /^default: \d+(?:\.\d+)?ms \{ a: 1 \}\n$/);
assert.match(out[1], /^default: \d+(?:\.\d+)?ms\n$/);
out = [];
c.trace('t %s', 1);
assert.match(out[0], /^!Trace: t 1\n {4}at .*methods\.js:\d+:\d+/);
out = [];
const unbound = c.log;
unbound('bound');
expect(['bound\n']);

// Constructing.
Console(stdout).log('without new');
new Console(stdout).error('one stream');
new Console({ stdout, inspectOptions: { depth: 0, compact: false } }).log({ a: { b: 1 } });
new Console({ stdout, colorMode: true }).log({ a: 1 }, 'text');
new Console({ stdout, colorMode: 'auto' }).log({ a: 1 });
class Mine extends Console {
  log(...args) { super.log('mine', ...args); }
}
new Mine(stdout).log('x');
new Mine(stdout).count();
expect(['without new\n', 'one stream\n', '{\n  a: [Object]\n}\n', '{ a: \x1b[33m1\x1b[39m } text\n', '{ a: 1 }\n', 'mine x\n', 'mine default: 1\n']);
assert.strictEqual(c instanceof Console && console instanceof Console && !({} instanceof Console), true);
for (const [options, code] of [
  [undefined, 'ERR_CONSOLE_WRITABLE_STREAM'], [{ stdout, stderr: 5 }, 'ERR_CONSOLE_WRITABLE_STREAM'], [{ stdout, groupIndentation: -1 }, 'ERR_OUT_OF_RANGE'],
  [{ stdout, colorMode: 5 }, 'ERR_INVALID_ARG_VALUE'], [{ stdout, inspectOptions: 5 }, 'ERR_INVALID_ARG_TYPE'], [{ stdout, inspectOptions: { colors: true }, colorMode: true }, 'ERR_INCOMPATIBLE_OPTION_PAIR'],
]) assert.throws(() => new Console(options), { code });
const failing = { write() { throw new Error('no room'); } };
new Console(failing).log('lost');
assert.throws(() => new Console({ stdout: failing, ignoreErrors: false }).log('x'), { message: 'no room' });

// The global console.
assert.strictEqual(require('console'), console);
assert.strictEqual(Object.prototype.toString.call(console), '[object console]');
const write = process.stdout.write;
const writeError = process.stderr.write;
process.stdout.write = (text) => out.push(text);
process.stderr.write = (text) => out.push(`!${text}`);
console.log('captured', 1);
console.group('g');
console.warn('w');
console.groupEnd();
console.table([1]);
console.dir({ a: 1 });
[1].forEach(console.log);
process.stdout.write = () => { throw new Error('swallowed'); };
console.log('x');
process.stdout.write = write;
process.stderr.write = writeError;
expect(['captured 1\n', 'g\n', '!  w\n', '┌─────────┬────────┐\n│ (index) │ Values │\n├─────────┼────────┤\n│ 0       │ 1      │\n└─────────┴────────┘\n', '{ a: 1 }\n', '1 0 [ 1 ]\n']);
const log = console.log;
console.log = (...args) => out.push(args.join());
console.count('label');
console.info('not log'); // expect: not log
console.log = log;
expect(['label: 1']);
console.log('end'); // expect: end
