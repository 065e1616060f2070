'use strict';
// Errors of system calls on addresses: 'connect ECONNREFUSED 127.0.0.1:80' with errno, code, syscall, address, port.

const { systemErrorName, systemErrorText } = native('util');

// error: a negative error number.
function addressError(error, syscall, address, port, detail) {
  const code = systemErrorName(error) ?? `Unknown system error ${error}`;
  const place = address === undefined ? '' : port > 0 ? ` ${address}:${port}` : ` ${address}`;
  const failure = new Error(`${syscall} ${code}${place}${detail ? ` - Local (${detail})` : ''}`);
  return Object.assign(failure, { errno: error, code, syscall }, address === undefined ? undefined : { address },
                       port > 0 ? { port } : undefined);
}

// The same with the text of the system: 'listen EADDRINUSE: address already in use 127.0.0.1:80'.
function describedError(error, syscall, address, port) {
  const code = systemErrorName(error) ?? `Unknown system error ${error}`;
  const place = address === undefined || address === null ? '' : port > 0 ? ` ${address}:${port}` : ` ${address}`;
  const failure = new Error(`${syscall} ${code}: ${systemErrorText(error)}${place}`);
  Object.assign(failure, { code, errno: error, syscall });
  if (address) failure.address = address;
  if (port !== undefined) failure.port = port; // 0 too: any
  return failure;
}

module.exports = { addressError, describedError };
