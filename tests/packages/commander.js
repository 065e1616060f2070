// Command lines: commander with subcommands, help and errors; minimist, dotenv, debug.
const { Command, Option, InvalidArgumentError } = require('commander'),
  minimist = require('minimist'),
  dotenv = require('dotenv'),
  debug = require('debug');
const p = new Command('tool');
p.exitOverride().configureOutput({ writeOut: (s) => console.log('OUT', s), writeErr: (s) => console.log('ERR', s) });
p.version('1.2.3')
  .description('d')
  .option('-d, --debug', 'dbg')
  .option(
    '-p, --port <n>',
    'port',
    (v) => {
      if (isNaN(v)) throw new InvalidArgumentError('no number');
      return +v;
    },
    80,
  )
  .option('--no-color')
  .addOption(new Option('-s, --size <s>', 'x').choices(['a', 'b']).default('a').env('SZ'))
  .option('-l, --list <x...>');
p.command('build <src> [dest]')
  .alias('b')
  .description('builds')
  .option('-f')
  .action((s, d, o) => console.log('build', s, d, o));
p.command('run')
  .argument('[x...]')
  .action(async (x, o, c) => console.log('run', x, c.parent.opts()));
for (const a of [
  ['build', 'x', '-f'],
  ['-p', 'q', 'run'],
  ['--help'],
  ['-p', '5', '--no-color', '-l', 'a', 'b', '--', 'run'],
  ['bild'],
  ['build'],
  ['-V'],
  ['-s', 'z', 'run'],
  ['--siez'],
  ['run', '1', '2'],
  ['help', 'build'],
])
  try {
    p.parse(a, { from: 'user' });
  } catch (e) {
    console.log(e.code, e.exitCode);
  }
console.log(
  minimist(['-a', '1', '--b=c', '--no-d', '-xyz', 'q', '--', 'r', '--n', '-5'], {
    boolean: ['x'],
    alias: { a: 'all' },
    '--': true,
    string: ['n'],
  }),
  dotenv.parse('A=1\nB="x\\ny"\n# c\nexport C=\'q r\' # d\nD=\nE=a=b\nF=`t "u"`'),
);
debug.enable('app:*,-app:no');
const l = debug('app:x');
l.log = (...a) => console.log('dbg', a[0].replace(/\+\d+ms|\d{4}-\S+/g, '+T'));
l('hi %o %s %d', { a: 1 }, 's', 5);
console.log(l.enabled, debug('app:no').enabled, debug('app:x:y').namespace);
