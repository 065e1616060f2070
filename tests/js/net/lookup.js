// dns.lookup of addresses, in its three forms; they need no name server.
const assert = require('assert');
const dns = require('dns');
const { promisify } = require('util');

dns.lookup('127.0.0.1', (error, address, family) => {
  assert.strictEqual(error, null);
  console.log(address, family); // expect: 127.0.0.1 4

  dns.lookup('::1', { all: true }, (error, list) => {
    assert.strictEqual(error, null);
    console.log(list); // expect: [ { address: '::1', family: 6 } ]

    promisify(dns.lookup)('127.0.0.1').then((result) => {
      console.log(result); // expect: { address: '127.0.0.1', family: 4 }
    });
  });
});

assert.throws(() => dns.lookup('127.0.0.1', { family: 5 }, () => {}), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => dns.lookup('127.0.0.1'), { code: 'ERR_INVALID_ARG_TYPE' });
