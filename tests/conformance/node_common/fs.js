'use strict';
// What the suite's files about fs.cp ask for: folders that are new, and the comparison of two trees.

const assert = require('assert');
const fs = require('fs');
const path = require('path');
const tmpdir = require('./tmpdir');

let count = 0;

function nextdir(name = `copy_${++count}`) {
  return tmpdir.resolve ? tmpdir.resolve(name) : path.join(tmpdir.path, name);
}

function assertDirEquivalent(one, other) {
  const tree = (folder) => fs.readdirSync(folder, { recursive: true }).sort();
  assert.deepStrictEqual(tree(one), tree(other));
}

// All entries below a folder, as Dirents.
function collectEntries(folder, list) {
  list.push(...fs.readdirSync(folder, { recursive: true, withFileTypes: true }));
}

module.exports = { assertDirEquivalent, collectEntries, nextdir };
