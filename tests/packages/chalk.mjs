// chalk: styles, nesting, colour models and levels, templates by nesting, lines, instances, names; the width of terminals.
import chalk, { Chalk, backgroundColorNames, chalkStderr, colorNames, foregroundColorNames, modifierNames, supportsColor } from 'chalk';

console.log(typeof chalkStderr, supportsColor, chalk.level, chalk.red('no colour'), modifierNames.join(), foregroundColorNames.length, backgroundColorNames.length, colorNames.length);
const show = (text) => console.log(JSON.stringify(text));
for (const level of [0, 1, 2, 3]) {
  const c = new Chalk({ level });
  show(c.red('a') + c.bold.underline.bgYellow('b') + c.hex('#DEADED')('c') + c.bgHex('#1a2')('d') + c.rgb(15, 100, 204).inverse('e') + c.bgRgb(8, 8, 8)('f') + c.ansi256(194)('g') + c.bgAnsi256(21)('h') + c.gray.dim('i'));
}
const c = new Chalk({ level: 1 });
for (const name of [...modifierNames, ...colorNames]) show(c[name](name));
show(c.red('red', c.blue('blue', c.green('green'), 'blue'), 'red', 1, null, undefined, [1, 2], {}));
show(c.green('first\nsecond\r\nthird ' + c.red('x\ny') + ' end'));
show(c.red('') + c.red() + c.reset('r') + c.visible('v') + new Chalk({ level: 0 }).visible('v'));
show(`a ${c.bold(`b ${c.italic(`c ${c.strikethrough('d')}`)} e`)} f`);
const warning = c.hex('#FFA500').bold, nested = warning.underline;
show(warning('w') + nested('n') + warning('again'));
console.log(warning.level, nested instanceof Function, Object.getPrototypeOf(c.red) === Object.getPrototypeOf(c.blue), c.red.bold === c.red.bold);
const copy = new Chalk();
copy.level = 2;
show(copy.rgb(1, 2, 3)('x') + copy.hex('no')('y') + copy.bgHex('#ffffff80')('z'));
for (const bad of [() => new Chalk({ level: 10 }), () => new Chalk({ level: -1 }), () => c.nope('x')]) {
  try { console.log(bad()); } catch (error) { console.log(error.name, error.message); }
}
let length = 0;
const bright = new Chalk({ level: 3 });
for (let i = 0; i < 3000; i++) length += bright.rgb(i % 256, (i * 7) % 256, 9).bold(`line ${i}${bright.blue('\n')}`).length;
console.log(length);
