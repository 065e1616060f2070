'use strict';
// node:dns: lookup of names by the system (Node documentation, "DNS"). Queries to name servers are not available.

const { ERR_FEATURE_UNAVAILABLE, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } = require('internal/errors');
const { customPromisifyArgs } = require('internal/promisify');
const { validateBoolean, validateFunction, validateNumber, validateOneOf, validateString } =
  require('internal/validate');
const net = native('net');

let resultOrder = 'verbatim';

function lookupError(code, hostname) {
  const error = new Error(`getaddrinfo ${code} ${hostname}`);
  const errno = code === 'ENOTFOUND' ? -3008 : undefined;
  return Object.assign(error, { errno, code, syscall: 'getaddrinfo', hostname });
}

function checked(hostname, options) {
  if (hostname) validateString(hostname, 'hostname');
  let family = 0;
  let all = false;
  let order = resultOrder;
  if (typeof options === 'number') {
    validateOneOf(options, 'family', [0, 4, 6]);
    family = options;
  } else if (options !== undefined && typeof options !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('options', ['integer', 'object'], options);
  } else if (options) {
    const { hints } = options;
    if (hints !== undefined && hints !== null) {
      validateNumber(hints, 'options.hints');
      if (hints & ~(1024 | 256 | 2048)) throw new ERR_INVALID_ARG_VALUE('hints', hints); // ADDRCONFIG, ALL, V4MAPPED
    }
    if (options.family !== undefined && options.family !== null) {
      family = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : options.family;
      validateOneOf(family, 'options.family', [0, 4, 6]);
    }
    if (options.all !== undefined && options.all !== null) {
      validateBoolean(options.all, 'options.all');
      all = options.all;
    }
    if (options.verbatim === false) order = 'ipv4first';
    if (options.order !== undefined) {
      validateOneOf(options.order, 'options.order', ['ipv4first', 'ipv6first', 'verbatim']);
      order = options.order;
    }
  }
  return { family, all, order };
}

// lookup(hostname[, options | family], callback(error, address, family)); with { all: true } callback(error,
// addresses).
function lookup(hostname, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateFunction(callback, 'callback');
  const { family, all, order } = checked(hostname, options);
  if (!hostname) {
    process.nextTick(callback, null, all ? [] : null, all ? undefined : family === 6 ? 6 : 4);
    return;
  }
  const known = net.family(hostname);
  if (known) {
    process.nextTick(callback, null, all ? [{ address: hostname, family: known }] : hostname, all ? undefined : known);
    return;
  }
  net.lookup(hostname, family, (result) => {
    if (typeof result === 'string') return callback(lookupError(result, hostname));
    const list = result.map(({ address, family }) => ({ address, family }));
    if (order !== 'verbatim') {
      const first = order === 'ipv4first' ? 4 : 6;
      list.sort((a, b) => (b.family === first) - (a.family === first));
    }
    if (all) callback(null, list);
    else callback(null, list[0].address, list[0].family);
  });
}

Object.defineProperty(lookup, customPromisifyArgs, { value: ['address', 'family'] });

function unavailable(name) {
  return { [name]() {
    throw new ERR_FEATURE_UNAVAILABLE(`dns.${name}`);
  } }[name];
}

module.exports = {
  lookup,
  // 'verbatim', 'ipv4first' or 'ipv6first'
  getDefaultResultOrder: () => resultOrder,
  setDefaultResultOrder(order) {
    validateOneOf(order, 'dnsOrder', ['verbatim', 'ipv4first', 'ipv6first']);
    resultOrder = order;
  },
  get promises() {
    return require('dns/promises');
  },
  ADDRCONFIG: 1024,
  ALL: 256,
  V4MAPPED: 2048,
  NODATA: 'ENODATA',
  NOTFOUND: 'ENOTFOUND',
  TIMEOUT: 'ETIMEOUT',
};
for (const name of ['Resolver', 'getServers', 'lookupService', 'resolve', 'resolve4', 'resolve6', 'resolveAny',
                    'resolveCaa', 'resolveCname', 'resolveMx', 'resolveNaptr', 'resolveNs', 'resolvePtr', 'resolveSoa',
                    'resolveSrv', 'resolveTxt', 'reverse', 'setServers']) {
  module.exports[name] = unavailable(name);
}
