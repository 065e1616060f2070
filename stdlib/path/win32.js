'use strict';
// path/win32: `path` in the notation of Windows, whatever the system.

module.exports = require('path').win32;
