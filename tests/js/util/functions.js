// node:util beside inspect: promisify, callbackify, inherits, deprecate, types, parseArgs and the smaller ones.
const util = require('util');
function same(actual, expected) {
  const a = typeof actual === 'string' ? actual : util.inspect(actual, { depth: 9, breakLength: Infinity });
  if (a !== expected) throw new Error(`${a} instead of ${expected}`);
}
function code(f) {
  try {
    f();
  } catch (error) {
    return `${error.code}: ${error.message.split('\n')[0]}`;
  }
  return 'nothing thrown';
}

same(code(() => util.promisify(5)), 'ERR_INVALID_ARG_TYPE: The "original" argument must be of type function. Received type number (5)');
function pair(a, callback) { callback(null, a, 2); }
pair.extra = 1;
const promised = util.promisify(pair);
same(`${promised.name} ${promised.length} ${promised.extra} ${promised === util.promisify(promised)}`, 'pair 2 1 true');
const special = (a) => a;
special[util.promisify.custom] = async () => 'special';
const failing = util.promisify((callback) => callback(new Error('no')));
const outcomes = [];
Promise.all([
  promised('one').then((value) => outcomes.push(value)),
  util.promisify(special)().then((value) => outcomes.push(value)),
  failing().catch((error) => outcomes.push(error.message)),
  new Promise((done) => util.callbackify(async (a) => a * 2)(4, (...args) => done(outcomes.push(args)))),
  new Promise((done) => util.callbackify(async () => { throw null; })((error) => done(outcomes.push(error.code, error.reason)))),
]).then(() => same(outcomes.sort(), "[ [ null, 8 ], 'ERR_FALSY_VALUE_REJECTION', 'no', null, 'one', 'special' ]"));
const callbackified = util.callbackify(async function foo(a) {});
same(`${callbackified.name} ${callbackified.length}`, 'fooCallbackified 2');
same(code(() => callbackified(1)), 'ERR_INVALID_ARG_TYPE: The last argument must be of type function. Received type number (1)');

function Base() {}
function Derived() {}
util.inherits(Derived, Base);
same(`${new Derived() instanceof Base} ${Derived.super_ === Base}`, 'true true');
same(code(() => util.inherits(Derived, null)), 'ERR_INVALID_ARG_TYPE: The "superCtor" argument must be of type function. Received null');
same(code(() => util.inherits(Derived, {})), 'ERR_INVALID_ARG_TYPE: The "superCtor.prototype" property must be of type object. Received undefined');

class Old { constructor(a) { this.a = a; } }
process.noDeprecation = true;
same(String(util.deprecate(Old, 'old') === Old), 'true');
process.noDeprecation = false;
const Deprecated = util.deprecate(Old, 'old', 'DEP_TEST');
same(`${Deprecated !== Old} ${Object.getPrototypeOf(Deprecated) === Old} ${Deprecated.prototype === Old.prototype}`, 'true true true');

same(`${util.getSystemErrorName(-2)} ${util.getSystemErrorMap().get(-13)}`, 'ENOENT EACCES,permission denied');
same(code(() => util.getSystemErrorName(1)), 'ERR_OUT_OF_RANGE: The value of "err" is out of range. It must be a negative integer. Received 1');
same(util.stripVTControlCharacters('\u001b[31mred\u001b[0m \u001b]8;;http://a\u0007link\u001b]8;;\u0007'), 'red link');
same(util.toUSVString('a\ud800b'), 'a\ufffdb');
same(util.styleText('red', 'text', { validateStream: false }), '\u001b[31mtext\u001b[39m');
same(util.styleText(['bold', 'underline'], 'x', { validateStream: false }), '\u001b[1m\u001b[4mx\u001b[24m\u001b[22m');
same(util.styleText('red', 'text', { stream: { isTTY: false } }), 'text');
same(code(() => util.styleText('nope', 'x')), "ERR_INVALID_ARG_VALUE: The argument 'format' must be one of: " + Object.keys(util.inspect.colors).map((c) => `'${c}'`).join(', ') + ". Received 'nope'");
same(util.parseEnv('A=1\nexport B="x\\ny" # c\n#no\nC=\'q\'\nD = spaced  \nE=a=b'), "{ A: '1', B: 'x\\ny', C: 'q', D: 'spaced', E: 'a=b' }");
same(util._extend({ a: 1 }, { b: 2 }), '{ a: 1, b: 2 }');
same([util.isArray([]), util.isObject(null), util.isError(Object.create(Error.prototype)), util.isPrimitive(1n), util.isNullOrUndefined(undefined)], '[ true, false, true, true, true ]');

const kinds = {
  isProxy: new Proxy({}, {}), isMap: new Map(), isSet: new Set(), isWeakMap: new WeakMap(), isWeakSet: new WeakSet(), isDate: new Date(), isRegExp: /x/,
  isPromise: Promise.resolve(), isNativeError: new RangeError(), isGeneratorObject: (function* () {})(), isGeneratorFunction: function* () {}, isAsyncFunction: async () => {},
  isMapIterator: new Map().keys(), isSetIterator: new Set().values(), isArgumentsObject: (function () { return arguments; })(), isSymbolObject: Object(Symbol()),
  isBigIntObject: Object(1n), isStringObject: Object(''), isNumberObject: Object(1), isBooleanObject: Object(true), isBoxedPrimitive: Object(1), isDataView: new DataView(new ArrayBuffer(1)),
  isArrayBuffer: new ArrayBuffer(1), isSharedArrayBuffer: new SharedArrayBuffer(1), isAnyArrayBuffer: new SharedArrayBuffer(1), isUint8Array: new Uint8Array(), isBigInt64Array: new BigInt64Array(),
  isFloat64Array: new Float64Array(), isTypedArray: new Int16Array(), isArrayBufferView: new DataView(new ArrayBuffer(1)),
};
for (const [name, value] of Object.entries(kinds)) {
  same(`${name} ${util.types[name](value)} ${util.types[name]({})} ${util.types[name](1)} ${util.types[name]()}`, `${name} true false false false`);
}
same(String(require('node:util/types').isMap(new Map())), 'true');
import('util').then((namespace) => same(String(util.types.isModuleNamespaceObject(namespace) && namespace.inspect === util.inspect), 'true'));

const options = { force: { type: 'boolean', short: 'f' }, name: { type: 'string', short: 'n' }, list: { type: 'string', multiple: true }, level: { type: 'string', default: '1' } };
const parse = (args, more) => util.parseArgs({ args, options, ...more });
same(parse(['-f', '--name=x', '--list', 'a', '--list=b']), "{ values: [Object: null prototype] { force: true, name: 'x', list: [ 'a', 'b' ], level: '1' }, positionals: [] }");
same(parse(['-fnx', 'p', '--', '-q'], { allowPositionals: true }), "{ values: [Object: null prototype] { force: true, name: 'x', level: '1' }, positionals: [ 'p', '-q' ] }");
same(parse(['--no-force'], { allowNegative: true }).values.force, 'false');
same(parse(['--what', '-z'], { strict: false }).values, "[Object: null prototype] { what: true, z: true, level: '1' }");
same(parse(['-n', 'v'], { tokens: true }).tokens, "[ { kind: 'option', name: 'name', rawName: '-n', index: 0, value: 'v', inlineValue: false } ]");
for (const [args, message] of [
  [['--what'], "ERR_PARSE_ARGS_UNKNOWN_OPTION: Unknown option '--what'"], [['pos'], "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: Unexpected argument 'pos'. This command does not take positional arguments"],
  [['--name'], "ERR_PARSE_ARGS_INVALID_OPTION_VALUE: Option '-n, --name <value>' argument missing"], [['--force=1'], "ERR_PARSE_ARGS_INVALID_OPTION_VALUE: Option '-f, --force' does not take an argument"],
  [['--name', '-f'], "ERR_PARSE_ARGS_INVALID_OPTION_VALUE: Option '--name' argument is ambiguous."],
]) same(code(() => parse(args)), message);
