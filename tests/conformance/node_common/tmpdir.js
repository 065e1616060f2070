'use strict';
// A folder for the files of one test; removed when it ends.

const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const folder = path.join(process.env.NODE_TEST_DIR || require('os').tmpdir(), `.tmp.${process.pid}`);

function refresh() {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
}

module.exports = {
  path: folder,
  refresh,
  resolve: (...parts) => path.resolve(folder, ...parts),
  fileURL: (...parts) => pathToFileURL(path.resolve(folder, ...parts)),
  hasEnoughSpace: () => true,
};
