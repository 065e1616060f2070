// Modules of this runtime's own, "vm:…", and the one that takes the place of a package that is not installed.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { builtinModules, createRequire, isBuiltin } = require('module');
const { pathToFileURL } = require('url');

const library = require('vm:hooks');

(async () => {
  assert.ok(isBuiltin('vm:hooks') && isBuiltin('vm:statistics') && builtinModules.includes('vm:hooks'));
  assert.strictEqual((await import('vm:hooks')).default, library);
  assert.strictEqual((await import('vm:hooks')).collect, library.collect);
  assert.strictEqual(typeof require('vm:statistics').statistics().promises, 'number');

  // They have that name only, and no other module has it.
  for (const name of ['hooks', 'node:hooks', 'vm:fs', 'vm:nothing', 'vm:internal/errors', '@feathersjs/hooks/x', '@feathersjs/other']) {
    assert.ok(!isBuiltin(name), name);
    for (const load of [async () => require(name), () => import(name)]) {
      const error = await load().then(() => null, (e) => e);
      assert.ok(/MODULE_NOT_FOUND$|^ERR_UNKNOWN_BUILTIN_MODULE$/.test(error?.code), `${name}: ${error}`);
    }
  }

  // Programs that have not installed @feathersjs/hooks get vm:hooks; an installed one is taken.
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'vm-own-')));
  try {
    const local = createRequire(path.join(folder, 'program.js'));
    fs.writeFileSync(path.join(folder, 'program.mjs'), 'export * from "@feathersjs/hooks"; export const url = import.meta.resolve("@feathersjs/hooks");');
    const imported = await import(pathToFileURL(path.join(folder, 'program.mjs')).href);
    assert.strictEqual(local('@feathersjs/hooks'), library);
    assert.strictEqual(local.resolve('@feathersjs/hooks'), 'vm:hooks');
    assert.deepStrictEqual([imported.hooks === library.hooks, imported.url], [true, 'vm:hooks']);

    const installed = path.join(folder, 'node_modules/@feathersjs/hooks');
    fs.mkdirSync(installed, { recursive: true });
    fs.writeFileSync(path.join(installed, 'index.js'), 'exports.hooks = "installed";');
    fs.writeFileSync(path.join(folder, 'again.mjs'), 'export { hooks } from "@feathersjs/hooks";');
    assert.strictEqual(local('@feathersjs/hooks').hooks, 'installed');
    assert.strictEqual((await import(pathToFileURL(path.join(folder, 'again.mjs')).href)).hooks, 'installed');
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
})();
