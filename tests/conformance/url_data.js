// The data of the web platform tests for URLs: build/vm tests/conformance/url_data.js DIR
//
// DIR is url/resources of a checkout of web-platform-tests/wpt. The data follows the standard of the day; what fails in
// the vm is what came after Node 20: "^" in paths and the last space of an opaque path are percent-encoded (28 parts of
// urltestdata and setters_tests), and the mapping of domain names of Unicode 15.1 and later (88 of toascii and
// IdnaTestV2). --verbose prints each.
'use strict';
const { readFileSync } = require('fs');

const verbose = process.argv.includes('--verbose');
const folder = process.argv.slice(2).find((argument) => argument !== '--verbose');
if (folder === undefined) {
  console.log('usage: url_data.js DIR [--verbose]');
  process.exit(2);
}
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
const cases = (name) => read(name).filter((test) => typeof test !== 'string');
let passed = 0;
let failed = 0;

function compare(what, got, want) {
  if (got === want) {
    passed++;
    return;
  }
  failed++;
  if (verbose) console.log(`${what}\n    got  ${JSON.stringify(got)}\n    want ${JSON.stringify(want)}`);
}

const parts = ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];
for (const test of [...cases('urltestdata.json'), ...cases('urltestdata-javascript-only.json')]) {
  const what = JSON.stringify([test.input, test.base]);
  const url = URL.parse(test.input, test.base ?? undefined);
  compare(what, url === null, Boolean(test.failure));
  if (url !== null && !test.failure) {
    for (const part of parts) if (part in test) compare(`${what} ${part}`, url[part], test[part]);
  }
}
for (const [setter, tests] of Object.entries(read('setters_tests.json'))) {
  if (setter === 'comment') continue;
  for (const test of tests) {
    const url = new URL(test.href);
    url[setter] = test.new_value;
    for (const [part, want] of Object.entries(test.expected)) {
      compare(`${setter} ${JSON.stringify([test.href, test.new_value])} ${part}`, url[part], want);
    }
  }
}
for (const name of ['toascii.json', 'IdnaTestV2.json']) {
  for (const test of cases(name)) {
    const url = URL.parse(`https://${encodeURIComponent(test.input.toWellFormed())}/x`);
    compare(`${name} ${JSON.stringify(test.input)}`, url === null ? null : url.hostname, test.output);
  }
}
console.log(`${passed} passed, ${failed} failed`);
