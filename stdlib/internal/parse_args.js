'use strict';
// util.parseArgs (https://nodejs.org/api/util.html#utilparseargsconfig). The arguments become tokens first; values and
// positionals are read from those.

const { validateArray, validateBoolean, validateObject, validateString } = require('internal/validate');
const { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, define } = require('internal/errors');

const ERR_PARSE_ARGS_INVALID_OPTION_VALUE =
  define('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', TypeError, (text) => text);
const ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL = define('ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL', TypeError, (argument) =>
  `Unexpected argument '${argument}'. This command does not take positional arguments`);
const ERR_PARSE_ARGS_UNKNOWN_OPTION = define('ERR_PARSE_ARGS_UNKNOWN_OPTION', TypeError, (option, positionals) => {
  const hint = positionals ? '. To specify a positional argument starting with a \'-\', place it at the end of ' +
    `the command after '--', as in '-- ${JSON.stringify(option)}` : '';
  return `Unknown option '${option}'${hint}`;
});

// --- the configuration

function ownValue(object, key) {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function validateDefault(value, name, type, multiple) {
  const validate = type === 'string' ? validateString : validateBoolean;
  if (!multiple) return validate(value, name);
  validateArray(value, name);
  value.forEach((one, i) => validate(one, `${name}[${i}]`));
}

function validateOptions(options) {
  validateObject(options, 'options');
  for (const [name, option] of Object.entries(options)) {
    validateObject(option, `options.${name}`);
    const type = ownValue(option, 'type');
    if (type !== 'string' && type !== 'boolean') {
      throw new ERR_INVALID_ARG_TYPE(`options.${name}.type`, "('string|boolean')", type);
    }
    if (Object.hasOwn(option, 'short')) {
      validateString(option.short, `options.${name}.short`);
      if (option.short.length !== 1) {
        throw new ERR_INVALID_ARG_VALUE(`options.${name}.short`, option.short, 'must be a single character');
      }
    }
    const multiple = ownValue(option, 'multiple');
    if (Object.hasOwn(option, 'multiple')) validateBoolean(multiple, `options.${name}.multiple`);
    const value = ownValue(option, 'default');
    if (value !== undefined) validateDefault(value, `options.${name}.default`, type, multiple);
  }
}

function longOf(short, options) {
  for (const [name, option] of Object.entries(options)) if (ownValue(option, 'short') === short) return name;
  return short;
}

function typeOf(name, options) {
  return ownValue(ownValue(options, name) ?? {}, 'type');
}

// --- tokens

function tokenize(args, options) {
  const tokens = [];
  let i = 0;
  const option = (name, rawName, index, value, inlineValue) => {
    tokens.push({ kind: 'option', name, rawName, index, value, inlineValue });
  };
  const separate = (name, rawName, index) => {
    if (typeOf(name, options) === 'string' && i < args.length) option(name, rawName, index, args[i++], false);
    else option(name, rawName, index, undefined, undefined);
  };
  while (i < args.length) {
    const index = i;
    const argument = args[i++];
    if (argument === '--') {
      tokens.push({ kind: 'option-terminator', index });
      for (; i < args.length; i++) tokens.push({ kind: 'positional', index: i, value: args[i] });
    } else if (argument.length > 2 && argument.startsWith('--')) {
      const equals = argument.indexOf('=', 3);
      if (equals < 0) {
        separate(argument.slice(2), argument, index);
      } else {
        const rawName = argument.slice(0, equals);
        option(rawName.slice(2), rawName, index, argument.slice(equals + 1), true);
      }
    } else if (argument.length > 1 && argument[0] === '-') {
      for (let at = 1; at < argument.length; at++) { // -abc: the first one that takes a value gets the rest
        const name = longOf(argument[at], options);
        const rawName = `-${argument[at]}`;
        if (typeOf(name, options) === 'string' && at + 1 < argument.length) {
          option(name, rawName, index, argument.slice(at + 1), true);
          break;
        }
        if (at + 1 < argument.length) option(name, rawName, index, undefined, undefined);
        else separate(name, rawName, index);
      }
    } else {
      tokens.push({ kind: 'positional', index, value: argument });
    }
  }
  return tokens;
}

// --- checks and values

function checkOption(token, config) {
  const { options, allowPositionals, allowNegative } = config;
  const type = typeOf(token.name, options);
  if (type === undefined && allowNegative && token.name.startsWith('no-') &&
      typeOf(token.name.slice(3), options) === 'boolean') {
    return;
  }
  if (!Object.hasOwn(options, token.name)) throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(token.rawName, allowPositionals);
  const short = ownValue(options[token.name], 'short');
  const shown = `${short ? `-${short}, ` : ''}--${token.name}`;
  if (type === 'string' && typeof token.value !== 'string') {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown} <value>' argument missing`);
  }
  if (type === 'boolean' && token.value !== undefined) {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown}' does not take an argument`);
  }
}

// `--name -x` is more likely a forgotten value.
function checkValue(token) {
  if (token.inlineValue || token.value === undefined || token.value.length < 2 || token.value[0] !== '-') return;
  const example = token.rawName.startsWith('--') ? `'${token.rawName}=-XYZ'`
    : `'--${token.name}=-XYZ' or '${token.rawName}-XYZ'`;
  throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${token.rawName}' argument is ambiguous.
Did you forget to specify the option argument for '${token.rawName}'?
To specify an option argument starting with a dash use ${example}.`);
}

function store(token, config, values) {
  let { name, value } = token;
  if (name === '__proto__') return;
  const { options } = config;
  if (config.allowNegative && value === undefined && name.startsWith('no-') &&
      (typeOf(name.slice(3), options) === 'boolean' || !Object.hasOwn(options, name))) {
    name = name.slice(3);
    value = false;
  }
  value ??= true;
  if (ownValue(ownValue(options, name) ?? {}, 'multiple')) (values[name] ??= []).push(value);
  else values[name] = value;
}

// The arguments behind the program's name.
function mainArguments() {
  const { argv, execArgv = [] } = process;
  const evaluated = execArgv.some((flag) => flag === '-e' || flag === '--eval' || flag === '-p' || flag === '--print');
  return argv.slice(evaluated ? 1 : 2);
}

// config: { args, options: { [name]: { type: 'string' | 'boolean', short, multiple, default } }, strict (true),
// allowPositionals (not strict), allowNegative (false), tokens (false) }. Gives { values, positionals, tokens }. Strict:
// throws TypeErrors ERR_PARSE_ARGS_... for unknown options, values that are missing or too many, and positionals that are
// not allowed.
function parseArgs(config = {}) {
  const strict = ownValue(config, 'strict') ?? true;
  const settings = {
    args: ownValue(config, 'args') ?? mainArguments(),
    strict,
    options: ownValue(config, 'options') ?? {},
    allowPositionals: ownValue(config, 'allowPositionals') ?? !strict,
    allowNegative: ownValue(config, 'allowNegative') ?? false,
    tokens: ownValue(config, 'tokens') ?? false,
  };
  validateArray(settings.args, 'args');
  for (const name of ['strict', 'allowPositionals', 'allowNegative', 'tokens']) validateBoolean(settings[name], name);
  validateOptions(settings.options);

  const tokens = tokenize(settings.args, settings.options);
  const result = { values: { __proto__: null }, positionals: [] };
  if (settings.tokens) result.tokens = tokens;
  for (const token of tokens) {
    if (token.kind === 'option') {
      if (strict) {
        checkOption(token, settings);
        checkValue(token);
      }
      store(token, settings, result.values);
    } else if (token.kind === 'positional') {
      if (!settings.allowPositionals) throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(token.value);
      result.positionals.push(token.value);
    }
  }
  for (const [name, option] of Object.entries(settings.options)) {
    const value = ownValue(option, 'default');
    if (value !== undefined && result.values[name] === undefined) result.values[name] = value;
  }
  return result;
}

module.exports = { parseArgs };
