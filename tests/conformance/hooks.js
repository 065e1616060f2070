'use strict';
// The public tests of @feathersjs/hooks against vm:hooks:
//
//     build/vm tests/conformance/hooks.js DIR TYPESCRIPT [MODULE]
//
// DIR is a checkout of https://github.com/feathersjs/hooks at v0.9.0, TYPESCRIPT the folder of the package typescript,
// which translates them; MODULE another library to run them against, as the folder of the unmodified package. The
// last line is "N passed, N failed"; the exit status is 1 when one failed.

const assert = require('assert');
const fs = require('fs');
const path = require('path');

const [directory, typescript, module_ = 'vm:hooks'] = process.argv.slice(2);
if (!typescript) {
  console.error('usage: vm tests/conformance/hooks.js DIR TYPESCRIPT [MODULE]');
  process.exit(2);
}
const load = (name) => require(name.includes(':') ? name : path.resolve(name));
const ts = load(typescript);
const library = load(module_);

let tests = [];

// What the tests use of Deno's library.
function matches(error, Class, text) {
  assert.ok(!Class || error instanceof Class, String(error));
  assert.ok(!text || error.message.includes(text), String(error));
}
const tools = {
  it: (name, run) => tests.push({ name, run }),
  assert: assert.ok,
  assertEquals: assert.deepStrictEqual,
  assertStrictEquals: assert.strictEqual,
  assertNotStrictEquals: assert.notStrictEqual,
  assertThrows: (run, Class, text) => assert.throws(run, (error) => (matches(error, Class, text), true)),
  assertThrowsAsync: (run, Class, text) => assert.rejects(run, (error) => (matches(error, Class, text), true)),
};
const modules = { './dependencies.ts': tools, '../src/index.ts': library };

// Gives the tests of a file.
function read(file) {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
  const { outputText } = ts.transpileModule(fs.readFileSync(file, 'utf8'), { compilerOptions });
  tests = [];
  new Function('require', 'exports', outputText)((name) => modules[name], {});
  return tests;
}

(async () => {
  const folder = path.join(directory, 'main/hooks/test');
  let passed = 0, failed = 0;
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.test.ts')).sort()) {
    for (const { name, run } of read(path.join(folder, file))) {
      try {
        await run();
        passed++;
      } catch (error) {
        failed++;
        console.log(`FAIL ${file}: ${name}\n`, error);
      }
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed || !passed ? 1 : 0;
})();
