'use strict';
// path/posix: `path` in the notation of POSIX, whatever the system.

module.exports = require('path').posix;
