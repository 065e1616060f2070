'use strict';
// util.inspect with its properties. The function itself is written in C (runtime/bind/inspect.c), which reads the
// objects that are shared with it from here: programs may change them.

const { inspect, setInspectObjects } = native('util');

const { validateObject } = require('internal/validate');

const defaultOptions = {
  showHidden: false,
  depth: 2,
  colors: false,
  customInspect: true,
  showProxy: false,
  maxArrayLength: 100,
  maxStringLength: 10000,
  breakLength: 80,
  compact: 3,
  sorted: false,
  getters: false,
  numericSeparator: false,
};

const colors = {
  __proto__: null,
  reset: [0, 0],
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  blink: [5, 25],
  inverse: [7, 27],
  hidden: [8, 28],
  strikethrough: [9, 29],
  doubleunderline: [21, 24],
};
['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].forEach((name, i) => {
  colors[name] = [30 + i, 39];
});
['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'].forEach((name, i) => {
  colors[`bg${name}`] = [40 + i, 49];
});
colors.framed = [51, 54];
colors.overlined = [53, 55];
colors.gray = [90, 39];
['red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'].forEach((name, i) => {
  colors[`${name}Bright`] = [91 + i, 39];
});
colors.bgGray = [100, 49];
['Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'].forEach((name, i) => {
  colors[`bg${name}Bright`] = [101 + i, 49];
});

// Other names of the same colours, which Object.keys does not show.
const otherNames = {
  grey: 'gray',
  blackBright: 'gray',
  bgGrey: 'bgGray',
  bgBlackBright: 'bgGray',
  faint: 'dim',
  crossedout: 'strikethrough',
  strikeThrough: 'strikethrough',
  crossedOut: 'strikethrough',
  conceal: 'hidden',
  swapColors: 'inverse',
  swapcolors: 'inverse',
  doubleUnderline: 'doubleunderline',
};
for (const [name, target] of Object.entries(otherNames)) {
  Object.defineProperty(colors, name, {
    get() { return this[target]; },
    set(value) { this[target] = value; },
    configurable: true,
    enumerable: false,
  });
}

const styles = {
  __proto__: null,
  special: 'cyan',
  number: 'yellow',
  bigint: 'yellow',
  boolean: 'yellow',
  undefined: 'grey',
  null: 'bold',
  string: 'green',
  symbol: 'green',
  date: 'magenta',
  regexp: 'red',
  module: 'underline',
};

// Until a program asks for one of the objects the inspector has no need to read them.
const objects = { defaultOptions, styles, colors };
function share() {
  setInspectObjects(objects.defaultOptions, objects.styles, objects.colors);
}

inspect.custom = Symbol.for('nodejs.util.inspect.custom');
Object.defineProperty(inspect, 'defaultOptions', {
  get() {
    share();
    return defaultOptions;
  },
  set(options) {
    validateObject(options, 'options');
    Object.assign(defaultOptions, options);
    share();
  },
  configurable: true,
  enumerable: true,
});
for (const name of ['colors', 'styles']) {
  Object.defineProperty(inspect, name, {
    get() {
      share();
      return objects[name];
    },
    set(value) {
      objects[name] = value;
      share();
    },
    configurable: true,
    enumerable: true,
  });
}

module.exports = { inspect };
