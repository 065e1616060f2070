'use strict';
// constants: those of os and fs in one object (deprecated in Node, and still asked for by old packages).

const { constants } = require('os');

module.exports = Object.freeze({
  ...constants.dlopen,
  ...constants.errno,
  ...constants.priority,
  ...constants.signals,
  ...require('fs').constants,
});
