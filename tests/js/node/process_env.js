// process.env: whatever is assigned becomes text.
const same = (actual, expected, what) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
};
const fails = (run, code, message) => {
  try { run(); } catch (e) { same([e.name, e.code, e.message], ['TypeError', code, message], String(run)); return; }
  throw new Error(`nothing thrown: ${run}`);
};
const { env } = process;
env.A = 5, env.B = undefined, env.C = null, env.D = { toString: () => 'd' };
same([env.A, env.B, env.C, env.D, env.NOT_THERE], ['5', 'undefined', 'null', 'd', undefined], 'text');
same(['A' in env, 'NOT_THERE' in env, Object.keys(env).includes('B'), env.hasOwnProperty('A'), { ...env }.A, delete env.A, 'A' in env, delete env.A], [true, false, true, true, '5', true, false, true], 'an object');
env.A = 'again';
same([env.A, JSON.parse(JSON.stringify(env)).A], ['again', 'again'], 'after deletion');
const only = "'process.env' only accepts a configurable, writable, and enumerable data descriptor";
fails(() => Object.defineProperty(env, 'E', { value: 'x' }), 'ERR_INVALID_OBJECT_DEFINE_PROPERTY', only);
fails(() => Object.defineProperty(env, 'E', { value: 'x', writable: true, enumerable: true, configurable: false }), 'ERR_INVALID_OBJECT_DEFINE_PROPERTY', only);
fails(() => Object.defineProperty(env, 'E', { get() {} }), 'ERR_INVALID_OBJECT_DEFINE_PROPERTY', "'process.env' does not accept an accessor(getter/setter) descriptor");
Object.defineProperty(env, 'E', { value: 7, writable: true, enumerable: true, configurable: true });
same(env.E, '7', 'defineProperty');
const symbol = Symbol('s');
fails(() => { env[symbol] = 1; }, undefined, 'Cannot convert a Symbol value to a string');
fails(() => { env.E = symbol; }, undefined, 'Cannot convert a Symbol value to a string');
same([symbol in env, env[symbol], typeof env.toString], [false, undefined, 'function'], 'symbols');
