'use strict';
// The old name of stream.PassThrough.

module.exports = require('stream').PassThrough;
