'use strict';
// atob and btoa (HTML, "base64 utility methods"): text whose characters are bytes, and base64.

const { toBase64, fromBase64 } = native('encoding');

function refuse(message) {
  const { DOMException } = require('internal/dom_exception');
  return new DOMException(message, 'InvalidCharacterError');
}

function requireInput(count) {
  if (count > 0) return;
  const { ERR_MISSING_ARGS } = require('internal/errors');
  throw new ERR_MISSING_ARGS('input');
}

// Methods, since functions of the web are no constructors.
module.exports = {
  // The bytes, one character each, of base64 text; white space and missing padding are forgiven. Throws an
  // InvalidCharacterError DOMException for anything else.
  atob(input) {
    requireInput(arguments.length);
    const bytes = fromBase64(`${input}`);
    if (bytes === undefined) throw refuse('The string to be decoded is not correctly encoded.');
    return bytes;
  },

  // The base64 text of characters below U+0100. Throws an InvalidCharacterError DOMException for others.
  btoa(input) {
    requireInput(arguments.length);
    const text = toBase64(`${input}`);
    if (text === undefined) throw refuse('Invalid character');
    return text;
  },
};
