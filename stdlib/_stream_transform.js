'use strict';
// The old name of stream.Transform.

module.exports = require('stream').Transform;
