'use strict';
// AssertionError (https://nodejs.org/api/assert.html#class-assertassertionerror), and the messages it makes of the two
// values: short ones beside each other, others as texts whose differing lines are marked with + and -. Lines are compared
// by their number, not searched for.

const { validateObject } = require('internal/validate');
const { inspect } = require('internal/inspect');
const { showCode } = native('errors');

const headings = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  partialDeepStrictEqual: 'Expected values to be partially and strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject: 'Expected "actual" not to be reference-equal to "expected":',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
  notIdentical: 'Values have same structure but are not reference-equal:',
  notDeepEqualUnequal: 'Expected values not to be loosely deep-equal:',
};

const SHORT = 12; // characters of two values that are shown as "a !== b"
const MOST_LINES = 50;
const CUT_LINES = 46;

const isObject = (value) => value !== null && typeof value === 'object';

// The text of a value: as much of it as deep comparison looks at, one property a line.
function textOf(value) {
  return inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Infinity,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  });
}

function linesOf(value) {
  return textOf(value).split('\n');
}

function cutLines(lines) {
  return lines.length > MOST_LINES ? [...lines.slice(0, CUT_LINES), '...'] : lines;
}

function colors() {
  const { shouldColorize } = require('internal/colors');
  if (!process.stderr.isTTY || !shouldColorize(process.stderr)) return { blue: '', green: '', red: '', white: '' };
  return { blue: '\u001b[34m', green: '\u001b[32m', red: '\u001b[31m', white: '\u001b[39m' };
}

// --- the difference of two texts

// Identical lines are collected until it is clear how many there are: the first two of a run are shown, then the last
// two before the next difference, and dots for what lies between.
class Difference {
  constructor(paint) {
    this.paint = paint;
    this.text = '';
    this.pending = ''; // expected lines, shown below the actual ones of the same run of differences
    this.identical = 0;
    this.printed = 0;
    this.skipped = false;
  }

  add(line) {
    this.text += line;
    this.printed++;
  }

  same(line) {
    this.text += this.pending;
    this.pending = '';
    if (++this.identical <= 2) this.add(`\n  ${line}`);
  }

  // The end of a run of identical lines, of which `lines` has those before number i.
  endOfRun(lines, i) {
    const { identical } = this;
    this.identical = 0;
    if (identical < 3) return;
    if (identical === 5) this.add(`\n  ${lines[i - 3]}`);
    if (identical > 5) {
      this.text += `\n${this.paint.blue}...${this.paint.white}`;
      this.skipped = true;
    }
    if (identical > 3) this.add(`\n  ${lines[i - 2]}`);
    this.add(`\n  ${lines[i - 1]}`);
  }

  actual(line) {
    this.add(`\n${this.paint.green}+${this.paint.white} ${line}`);
  }

  expected(line) {
    this.pending += `\n${this.paint.red}-${this.paint.white} ${line}`;
    this.printed++;
  }
}

// Takes the identical lines off the ends of both arrays; gives them as text, the middle of many left out.
function takeCommonEnd(actual, expected, paint) {
  let text = '';
  let count = 0;
  let first = '';
  while (actual.length && actual[actual.length - 1] === expected[expected.length - 1]) {
    const line = actual.pop();
    expected.pop();
    if (count++ < 3) text = `\n  ${line}${text}`;
    else first = line;
  }
  const skipped = count >= 5;
  if (skipped) text = `\n${paint.blue}...${paint.white}${text}`;
  if (first) text = `\n  ${first}${text}`;
  return { text, skipped };
}

const equalButComma = (a, b) => a === b || a === `${b},`;

function lineDifference(actual, expected, heading, indicator) {
  const paint = colors();
  const whole = [...actual];
  const end = takeCommonEnd(actual, expected, paint);
  const count = Math.max(actual.length, expected.length);
  if (count === 0) return `${headings.notIdentical}\n\n${cutLines(whole).join('\n')}\n`;
  const difference = new Difference(paint);
  difference.skipped = end.skipped;
  const title = `${heading}\n${paint.green}+ actual${paint.white} ${paint.red}- expected${paint.white}`;
  const skippedTitle = ` ${paint.blue}...${paint.white} Lines skipped`;
  for (let i = 0; i < count; i++) {
    const left = actual[i];
    const right = expected[i];
    if (left === undefined || right === undefined) {
      difference.endOfRun(left === undefined ? expected : actual, i);
      if (left === undefined) difference.expected(right);
      else difference.actual(left);
    } else if (equalButComma(left, right) || equalButComma(right, left)) {
      difference.same(left.length < right.length ? right : left);
    } else {
      difference.endOfRun(actual, i);
      difference.actual(left);
      difference.expected(right);
    }
    if (difference.printed > MOST_LINES && i < count - 2) {
      const dots = `${paint.blue}...${paint.white}`;
      return `${title}${skippedTitle}\n${difference.text}\n${dots}${difference.pending}\n${dots}`;
    }
  }
  return `${title}${difference.skipped ? skippedTitle : ''}\n${difference.text}${difference.pending}${end.text}${indicator}`;
}

function differenceMessage(actual, expected, operator, message) {
  const left = linesOf(actual);
  const right = linesOf(expected);
  const references = operator === 'strictEqual' && ((isObject(actual) && isObject(expected)) ||
    (typeof actual === 'function' && typeof expected === 'function'));
  const heading = message ? String(message) : references ? headings.strictEqualObject : headings[operator];
  let indicator = '';
  if (left.length === 1 && right.length === 1 && left[0] !== right[0]) {
    const length = left[0].length + right[0].length;
    if (length <= SHORT) {
      if (!isObject(actual) && !isObject(expected) && (actual !== 0 || expected !== 0)) {
        return `${heading}\n\n${left[0]} !== ${right[0]}\n`;
      }
    } else if (!references && length < (process.stderr.isTTY ? process.stderr.columns : 80)) {
      let same = 0;
      while (left[0][same] === right[0][same]) same++;
      if (same > 2) indicator = `\n  ${' '.repeat(same)}^`;
    }
  }
  return lineDifference(left, right, heading, indicator);
}

// --- messages

function shortened(text, length) {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}

function negatedMessage(actual, operator) {
  const references = operator === 'notStrictEqual' && (isObject(actual) || typeof actual === 'function');
  const heading = references ? headings.notStrictEqualObject : headings[operator];
  const lines = cutLines(linesOf(actual));
  if (lines.length === 1) return `${heading}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`;
  return `${heading}\n\n${lines.join('\n')}\n`;
}

function otherMessage(actual, expected, operator) {
  const left = textOf(actual);
  const right = textOf(expected);
  if (operator === 'notDeepEqual' && left === right) return shortened(`${headings.notDeepEqual}\n\n${left}`, 1024);
  const a = shortened(left, 512);
  const b = shortened(right, 512);
  if (operator === 'deepEqual') return `${headings.deepEqual}\n\n${a}\n\nshould loosely deep-equal\n\n${b}`;
  if (operator === 'notDeepEqual') {
    return `${headings.notDeepEqualUnequal}\n\n${a}\n\nshould not loosely deep-equal\n\n${b}`;
  }
  return `${a} ${operator} ${b}`;
}

// Errors show their stacks, which are never equal: copies without.
function withoutStack(error) {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(error)), error);
  Object.defineProperty(copy, 'message', { value: error.message, configurable: true });
  return copy;
}

// The whole message. A given one stands above the difference, where there is one; else for itself.
function messageFor(actual, expected, operator, message) {
  const difference = operator === 'strictEqual' || operator === 'deepStrictEqual' || operator === 'partialDeepStrictEqual';
  if (message != null && !difference) return String(message);
  if (actual instanceof Error && expected instanceof Error) {
    actual = withoutStack(actual);
    expected = withoutStack(expected);
  }
  if (difference) return differenceMessage(actual, expected, operator, message);
  if (operator === 'notStrictEqual' || operator === 'notDeepStrictEqual') return negatedMessage(actual, operator);
  return otherMessage(actual, expected, operator);
}

// The beginning of long strings, for reports.
function abridged(value) {
  if (typeof value !== 'string') return value;
  const lines = value.split('\n');
  if (lines.length > 10) return `${lines.slice(0, 10).join('\n')}\n...`;
  return value.length > 512 ? `${value.slice(0, 512)}...` : value;
}

// options: { message, actual, expected, operator, stackStartFn }. Without a message one is made of the values and the
// operator, and generatedMessage is true; for strictEqual and deepStrictEqual the difference is shown in any case. The stack begins where stackStartFn was called.
class AssertionError extends Error {
  constructor(options) {
    validateObject(options, 'options');
    const { message, operator, stackStartFn, stackStartFunction, actual, expected } = options;
    super(messageFor(actual, expected, operator, message));
    Object.defineProperty(this, 'name', {
      __proto__: null, value: 'AssertionError', enumerable: false, writable: true, configurable: true,
    });
    this.generatedMessage = !message;
    this.code = 'ERR_ASSERTION';
    this.actual = actual;
    this.expected = expected;
    this.operator = operator;
    Error.captureStackTrace(this, stackStartFn ?? stackStartFunction);
    showCode(this);
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }

  [inspect.custom](depth, options) {
    const { actual, expected } = this;
    this.actual = abridged(actual);
    this.expected = abridged(expected);
    try {
      return inspect(this, { ...options, customInspect: false, depth: 0 });
    } finally {
      this.actual = actual;
      this.expected = expected;
    }
  }
}

module.exports = { AssertionError };
