'use strict';
// The class Console (https://nodejs.org/api/console.html), and the methods of the global console that are not in
// runtime/bind/console.c. Where the lines of a console go, and what it remembers, is in its *output*.

const { validateArray, validateInteger, validateObject } = require('internal/validate');
const { ERR_INCOMPATIBLE_OPTION_PAIR, ERR_INVALID_ARG_VALUE, define } = require('internal/errors');
const { inspect } = require('internal/inspect');
const { formatWithOptions, previewEntries, stringWidth } = native('util');
const { isMap, isMapIterator, isSet, isSetIterator } = native('types');
const { hasColors, indent, print } = native('console');

const ERR_CONSOLE_WRITABLE_STREAM = define('ERR_CONSOLE_WRITABLE_STREAM', TypeError, (name) =>
  `Console expects a writable stream instance for ${name}`);

const kOutput = Symbol('output');
const DEEPEST_GROUP = 1000;

// --- outputs

// What every console remembers.
class Output {
  constructor() {
    this.counts = new Map();
    this.timers = new Map();
    this.groupIndentation = 2;
  }
}

// That of the global console: standard output and standard error.
class ProcessOutput extends Output {
  print(error, text) {
    print(error, text);
  }

  indent(columns) {
    indent(columns);
  }

  inspectOptions(error) {
    return hasColors(error) ? { colors: true } : {};
  }

  get terminal() {
    return process.stdout;
  }
}

const ignore = () => {};

// An error that a stream gives to the callback of write becomes an event of the stream later on.
function ignoreLater(stream, error) {
  if (error && !stream._writableState?.errorEmitted && stream.listenerCount?.('error') === 0) {
    stream.once('error', ignore);
  }
}

class StreamOutput extends Output {
  constructor({ stdout, stderr, ignoreErrors, colorMode, inspectOptions, groupIndentation }) {
    super();
    this.streams = [stdout, stderr];
    this.ignoreErrors = ignoreErrors;
    this.colorMode = colorMode;
    this.options = inspectOptions;
    this.groupIndentation = groupIndentation;
    this.indentation = '';
  }

  print(error, text) {
    const stream = this.streams[error ? 1 : 0];
    const { indentation } = this;
    const line = `${indentation}${indentation ? text.replaceAll('\n', `\n${indentation}`) : text}\n`;
    if (!this.ignoreErrors) {
      stream.write(line);
      return;
    }
    try {
      stream.once?.('error', ignore);
      stream.write(line, (error) => ignoreLater(stream, error));
    } catch (error) {
      // Nobody is told, as the option says; but a program that recurses without end has to end.
      if (error instanceof RangeError && error.message === 'Maximum call stack size exceeded') throw error;
    } finally {
      stream.removeListener?.('error', ignore);
    }
  }

  indent(columns) {
    const length = Math.min(Math.max(this.indentation.length + columns, 0), DEEPEST_GROUP);
    this.indentation = ' '.repeat(length);
  }

  inspectOptions(error) {
    const stream = this.streams[error ? 1 : 0];
    const colors = this.colorMode === 'auto' ? require('internal/colors').shouldColorize(stream) : this.colorMode;
    return { colors, ...this.options };
  }

  get terminal() {
    return this.streams[0];
  }
}

// --- texts

function twoDigits(number) {
  return `${number}`.padStart(2, '0');
}

// Milliseconds as people read them: 1.5ms, 2.345s, 3:04.005 (m:ss.mmm), 1:02:03.004 (h:mm:ss.mmm).
function formatTime(ms) {
  if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
  if (ms < 60000) return `${(ms / 1000).toFixed(3)}s`;
  const hours = Math.floor(ms / 3600000);
  const minutes = Math.floor(ms / 60000) % 60;
  const seconds = ((ms % 60000) / 1000).toFixed(3).padStart(6, '0');
  return hours ? `${hours}:${twoDigits(minutes)}:${seconds} (h:mm:ss.mmm)` : `${minutes}:${seconds} (m:ss.mmm)`;
}

function tableRow(cells, widths) {
  return `│ ${cells.map((cell, i) => cell + ' '.repeat(widths[i] - stringWidth(cell))).join(' │ ')} │`;
}

// A frame around columns of texts with a head.
function drawTable(head, columns) {
  const height = Math.max(...columns.map((column) => column.length));
  const widths = head.map((text, i) => {
    let width = stringWidth(text);
    for (const cell of columns[i]) if (cell !== undefined) width = Math.max(width, stringWidth(cell));
    return width;
  });
  const line = (left, middle, right) => left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  const lines = [line('┌', '┬', '┐'), tableRow(head, widths), line('├', '┼', '┤')];
  for (let i = 0; i < height; i++) lines.push(tableRow(columns.map((column) => column[i] ?? ''), widths));
  lines.push(line('└', '┴', '┘'));
  return lines.join('\n');
}

const isPrimitive = (value) => value === null || (typeof value !== 'object' && typeof value !== 'function');

// Head and columns for maps, sets and their iterators; undefined for anything else.
function collectionColumns(data, show) {
  if (!isMap(data) && !isSet(data) && !isMapIterator(data) && !isSetIterator(data)) return undefined;
  const [entries, pairs] = previewEntries(data);
  const keys = [];
  const values = [];
  const numbers = [];
  const paired = pairs && !isSetIterator(data);
  for (let i = 0; i < entries.length; i += paired ? 2 : 1) {
    numbers.push(show(numbers.length));
    if (paired) keys.push(show(entries[i]));
    values.push(show(paired ? entries[i + 1] : entries[i]));
  }
  return paired ? [['(iteration index)', 'Key', 'Values'], [numbers, keys, values]]
    : [['(iteration index)', 'Values'], [numbers, values]];
}

// A row for each property; columns are the properties of the values, and "Values" for those that are no objects.
function objectColumns(data, properties, show) {
  const columns = new Map();
  const values = [];
  const rows = Object.keys(data);
  rows.forEach((row, i) => {
    const item = data[row];
    const primitive = isPrimitive(item);
    if (primitive && properties === undefined) {
      values[i] = show(item);
      return;
    }
    for (const key of properties ?? Object.keys(item)) {
      if (!columns.has(key)) columns.set(key, []);
      columns.get(key)[i] = !primitive && Object.hasOwn(item, key) ? show(item[key]) : '';
    }
  });
  // The order of columns is that of an object's properties.
  const names = Object.keys(Object.fromEntries(columns));
  const head = ['(index)', ...names];
  const cells = [rows, ...names.map((name) => columns.get(name))];
  if (values.length) {
    head.push('Values');
    cells.push(values);
  }
  return [head, cells];
}

// --- methods

const methods = {
  log(...args) {
    const output = this[kOutput];
    output.print(false, formatWithOptions(output.inspectOptions(false), ...args));
  },

  warn(...args) {
    const output = this[kOutput];
    output.print(true, formatWithOptions(output.inspectOptions(true), ...args));
  },

  // dir(object, options of util.inspect)
  dir(object, options) {
    const output = this[kOutput];
    output.print(false, inspect(object, { customInspect: false, ...output.inspectOptions(false), ...options }));
  },

  // time(label): begins a timer for timeEnd and timeLog.
  time(label = 'default') {
    const { timers } = this[kOutput];
    const name = `${label}`;
    if (timers.has(name)) process.emitWarning(`Label '${name}' already exists for console.time()`);
    else timers.set(name, process.hrtime());
  },

  timeEnd(label = 'default') {
    const name = `${label}`;
    if (logTime(this, 'timeEnd', name, [])) this[kOutput].timers.delete(name);
  },

  timeLog(label = 'default', ...data) {
    logTime(this, 'timeLog', `${label}`, data);
  },

  // trace(...args): a stack on standard error.
  trace(...args) {
    const message = formatWithOptions(this[kOutput].inspectOptions(true), ...args);
    const error = { name: 'Trace', message };
    Error.captureStackTrace(error, methods.trace);
    const at = error.stack.indexOf('\n    at');
    this.error(`Trace${message ? `: ${message}` : ''}${at < 0 ? '' : error.stack.slice(at)}`);
  },

  // assert(value, ...args): a warning when the value is falsy.
  assert(value, ...args) {
    if (value) return;
    args[0] = `Assertion failed${args.length === 0 ? '' : `: ${String(args[0])}`}`;
    this.warn(...args);
  },

  // clear(): empties a terminal.
  clear() {
    const stream = this[kOutput].terminal;
    if (stream.isTTY && process.env.TERM !== 'dumb') stream.write('\u001b[1;1H\u001b[0J');
  },

  count(label = 'default') {
    const { counts } = this[kOutput];
    const name = `${label}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    this.log(`${name}: ${count}`);
  },

  countReset(label = 'default') {
    const name = `${label}`;
    if (!this[kOutput].counts.delete(name)) process.emitWarning(`Count for '${name}' does not exist`);
  },

  // group(...args): what follows is indented, until groupEnd.
  group(...args) {
    if (args.length > 0) this.log(...args);
    this[kOutput].indent(this[kOutput].groupIndentation);
  },

  groupEnd() {
    this[kOutput].indent(-this[kOutput].groupIndentation);
  },

  // table(data, properties): rows and columns; what is no object as log shows it.
  table(data, properties) {
    if (data === null || typeof data !== 'object') {
      this.log(data);
      return;
    }
    if (properties !== undefined) validateArray(properties, 'properties');
    const options = this[kOutput].inspectOptions(false);
    const show = (value) => {
      const large = value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 2;
      return inspect(value, { maxArrayLength: 3, breakLength: Infinity, ...options, depth: large ? -1 : 0 });
    };
    this.log(drawTable(...(collectionColumns(data, show) ?? objectColumns(data, properties, show))));
  },

  debug(...args) {
    methods.log.apply(this, args);
  },

  info(...args) {
    methods.log.apply(this, args);
  },

  dirxml(...args) {
    methods.log.apply(this, args);
  },

  error(...args) {
    methods.warn.apply(this, args);
  },

  groupCollapsed(...args) {
    methods.group.apply(this, args);
  },
};

// What inspectors of the engine would record; there is none.
const inspectorMethods = {
  profile() {},
  profileEnd() {},
  timeStamp() {},
};

// Prints the time of a timer. False: there is none of that name.
function logTime(console, method, name, data) {
  const began = console[kOutput].timers.get(name);
  if (began === undefined) {
    process.emitWarning(`No such label '${name}' for console.${method}()`);
    return false;
  }
  const [seconds, nanoseconds] = process.hrtime(began);
  console.log('%s: %s', name, formatTime(seconds * 1000 + nanoseconds / 1e6), ...data);
  return true;
}

// --- the class

function checkedOptions(first, stderr, ignoreErrors) {
  const options = !first || typeof first.write === 'function' ? { stdout: first, stderr, ignoreErrors } : first;
  const output = { stderr: options.stdout, ignoreErrors: true, colorMode: 'auto', groupIndentation: 2 };
  for (const [name, value] of Object.entries(options)) if (value !== undefined) output[name] = value;
  for (const name of ['stdout', 'stderr']) {
    if (typeof output[name]?.write !== 'function') throw new ERR_CONSOLE_WRITABLE_STREAM(name);
  }
  if (typeof output.colorMode !== 'boolean' && output.colorMode !== 'auto') {
    throw new ERR_INVALID_ARG_VALUE('colorMode', output.colorMode, "must be one of: 'auto', true, false");
  }
  validateInteger(output.groupIndentation, 'groupIndentation', 0, DEEPEST_GROUP);
  if (output.inspectOptions !== undefined) {
    validateObject(output.inspectOptions, 'options.inspectOptions');
    if (output.inspectOptions.colors !== undefined && options.colorMode !== undefined) {
      throw new ERR_INCOMPATIBLE_OPTION_PAIR('options.inspectOptions.color', 'colorMode');
    }
  }
  return output;
}

// new Console(stdout, stderr, ignoreErrors) or new Console({ stdout, stderr, ignoreErrors, colorMode, inspectOptions,
// groupIndentation }), also without `new`. stdout and stderr are writable streams; errors of writing are ignored unless
// ignoreErrors is false. The methods are bound, those of subclasses too.
function Console(...args) {
  if (!new.target) return Reflect.construct(Console, args);
  const output = new StreamOutput(checkedOptions(...args));
  Object.defineProperty(this, kOutput, { value: output, writable: true, configurable: true });
  ['_stdout', '_stderr'].forEach((name, i) => { // known to programs that exchange them
    Object.defineProperty(this, name, {
      get() { return output.streams[i]; },
      set(stream) { output.streams[i] = stream; },
      configurable: true,
    });
  });
  for (const name of Object.keys(methods)) {
    const method = this[name].bind(this);
    Object.defineProperty(method, 'name', { value: name, configurable: true });
    this[name] = method;
  }
}
Object.assign(Console.prototype, methods);
Object.defineProperty(Console, Symbol.hasInstance, { value: (instance) => instance?.[kOutput] !== undefined });

// A method of the global console.
function globalMethod(console, name) {
  if (console[kOutput] === undefined) Object.defineProperty(console, kOutput, { value: new ProcessOutput() });
  if (name === 'Console') return Console;
  const method = (methods[name] ?? inspectorMethods[name]).bind(console);
  return Object.defineProperty(method, 'name', { value: name, configurable: true });
}

module.exports = { Console, globalMethod };
