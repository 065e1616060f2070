'use strict';
// node:dns/promises: lookup(hostname[, options]) gives { address, family }, or with { all: true } a list of them.

const dns = require('dns');

function lookup(hostname, options) {
  return new Promise((resolve, reject) => {
    dns.lookup(hostname, options, (error, address, family) => {
      if (error) reject(error);
      else resolve(Array.isArray(address) ? address : { address, family });
    });
  });
}

const { promises: _, ...others } = Object.getOwnPropertyDescriptors(dns);
module.exports = Object.defineProperties({}, { ...others, lookup: { value: lookup, writable: true, enumerable: true,
                                                                     configurable: true } });
