'use strict';
// The old name of stream.Writable.

module.exports = require('stream').Writable;
