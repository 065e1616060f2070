// Builtin modules: names, named exports, modules that exist by name only.
// flags: --module
import fs, { readFileSync } from 'node:fs';
import * as plain from 'fs';
import * as http from 'http';
import { createRequire } from 'module';

const require = createRequire(import.meta.url);

function assert(condition, text) {
  if (!condition) throw new Error(text);
}

assert(fs.readFileSync === readFileSync && plain.default === fs && plain.readFileSync === readFileSync, 'exports');
assert(require('util') === require('node:util'), 'one module by two names');

for (const specifier of ['internal/errors', 'node:internal/errors', 'node:nothing']) {
  for (const load of [(name) => import(name), async (name) => require(name)]) {
    const error = await load(specifier).then(() => null, (e) => e);
    assert(/MODULE_NOT_FOUND$|^ERR_UNKNOWN_BUILTIN_MODULE$/.test(error?.code), `${specifier}: ${error}`);
  }
}

for (const use of [() => http.createServer(), () => new http.Agent(), () => http.default.get('x')]) {
  let error;
  try {
    use();
  } catch (e) {
    error = e;
  }
  assert(error instanceof Error && error.name === 'Error' && error.code === 'ERR_FEATURE_UNAVAILABLE', error);
  assert(/^Error \[ERR_FEATURE_UNAVAILABLE\]: http\.\w+ is not available\n    at .*builtin\.js:/
    .test(error.stack), error.stack);
  assert(String(error) === error.stack.split('\n')[0], String(error));
}
assert(http.createServer.name === 'createServer', 'name');

// Programs take constants out of them when they are loaded.
const { constants: { HTTP2_HEADER_STATUS } } = require('http2');
assert(HTTP2_HEADER_STATUS === undefined, 'http2.constants');
// Values are asked whether they are instances of these.
assert(!({} instanceof ReadableStream) && ReadableStream === require('stream/web').ReadableStream, 'ReadableStream');
assert(!({} instanceof MessagePort) && MessagePort === require('worker_threads').MessagePort, 'MessagePort');
