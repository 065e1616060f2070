'use strict';
// node:util: how values are shown.

const { inspect, format } = native('util');

module.exports = { inspect, format };
