'use strict';
// Files that tests read.

const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const fixturesDir = path.join(__dirname, '..', 'fixtures');
const fixturesPath = (...parts) => path.join(fixturesDir, ...parts);

module.exports = {
  fixturesDir,
  path: fixturesPath,
  fileURL: (...parts) => pathToFileURL(fixturesPath(...parts)),
  readSync: (name, encoding) => fs.readFileSync(fixturesPath(...[name].flat()), encoding),
  utf8TestText: '永和九年，嵗在癸丑，暮春之初，會於會稽山隂之蘭亭，脩稧（禊）事也。',
  utf8TestTextPath: fixturesPath('utf8_test_text.txt'),
};
