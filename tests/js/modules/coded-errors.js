// Errors with codes: classes, properties, texts as Node gives them.
const path = require('path');
const events = require('events');

function assert(condition, text) {
  if (!condition) throw new Error(text);
}
function caught(f) {
  try {
    f();
  } catch (e) {
    return e;
  }
  throw new Error(`nothing thrown by ${f}`);
}

const e = caught(() => path.join(1));
assert(e instanceof TypeError && e.name === 'TypeError' && e.code === 'ERR_INVALID_ARG_TYPE', e);
assert(e.constructor === TypeError && Object.keys(e).join() === 'code', Object.keys(e));
assert(String(e) === `TypeError [ERR_INVALID_ARG_TYPE]: ${e.message}`, String(e));
assert(e.stack.startsWith(`${e}\n    at `), e.stack);
const message = Object.getOwnPropertyDescriptor(e, 'message');
assert(message.writable && message.configurable && !message.enumerable, 'message');

// What was received.
class Foo {}
for (const [value, text] of [
  [undefined, 'undefined'], [null, 'null'], [function foo() {}, 'function foo'], [(() => () => {})(), 'function '],
  [Foo, 'function Foo'], [new Foo(), 'an instance of Foo'], [{}, 'an instance of Object'], [[], 'an instance of Array'],
  [Object.create(null), '[Object: null prototype] {}'], [1.5, 'type number (1.5)'], [-0, 'type number (-0)'],
  [NaN, 'type number (NaN)'], [10n, 'type bigint (10n)'], [true, 'type boolean (true)'],
  [Symbol('q'), 'type symbol (Symbol(q))'],
]) {
  const { message } = caught(() => path.join(value));
  assert(message === `The "path" argument must be of type string. Received ${text}`, message);
}
for (const [value, text] of [['short', "'short'"], ["it's", '"it\'s"'], ['x'.repeat(28), `'${'x'.repeat(28)}'`],
  ['x'.repeat(29), `'${'x'.repeat(25)}...'`]]) {
  const { message } = caught(() => new events().on('x', value));
  assert(message === `The "listener" argument must be of type function. Received type string (${text})`, message);
}

// Ranges and objects.
const range = caught(() => events.setMaxListeners(-1));
assert(range instanceof RangeError && range.code === 'ERR_OUT_OF_RANGE', range);
assert(range.message === 'The value of "setMaxListeners" is out of range. It must be >= 0. Received -1', range.message);
const object = caught(() => path.format(3));
assert(object.message === 'The "pathObject" argument must be of type object. Received type number (3)', object);

// Thrown by C.
const native = caught(() => require('fs').readFileSync([]));
assert(native.message.endsWith('. Received an instance of Array') && String(native).startsWith('TypeError ['), native);
