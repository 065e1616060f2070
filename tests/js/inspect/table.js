// The table of tests/conformance/agree/inspect.js shows what table_fixture.txt says, which is what node prints.
const { readFileSync } = require('fs');
const source = readFileSync('../../conformance/agree/inspect.js', 'utf8');
const expected = readFileSync('table_fixture.txt', 'utf8').trimEnd().split('\n');
const lines = [];
new Function('require', 'console', source)(require, { log: (line) => lines.push(line) });
let different = 0;
for (let i = 0; i < Math.max(lines.length, expected.length); i++) {
  if (lines[i] !== expected[i] && different++ < 10) console.log(`expected: ${expected[i]}\n     got: ${lines[i]}`);
}
if (different || lines.length < 1000) throw new Error(`${different} of ${lines.length} lines differ`);
