'use strict';
// node:fs, the synchronous beginnings: whole files as text.

const { readFileSync, writeFileSync, appendFileSync, existsSync } = native('fs');

module.exports = { readFileSync, writeFileSync, appendFileSync, existsSync };
