'use strict';
// The old name of stream.Readable.

module.exports = require('stream').Readable;
