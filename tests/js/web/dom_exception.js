// DOMException: names and codes, the interface, stacks.
function check(condition, text) { if (!condition) throw new Error(text); }
function fails(make, code) {
  try { make(); } catch (error) { check(error instanceof TypeError && error.code === code, `${error}`); return; }
  throw new Error(`no error in ${make}`);
}
const codes = {
  IndexSizeError: 1, HierarchyRequestError: 3, WrongDocumentError: 4, InvalidCharacterError: 5, NoModificationAllowedError: 7,
  NotFoundError: 8, NotSupportedError: 9, InUseAttributeError: 10, InvalidStateError: 11, SyntaxError: 12,
  InvalidModificationError: 13, NamespaceError: 14, InvalidAccessError: 15, TypeMismatchError: 17, SecurityError: 18,
  NetworkError: 19, AbortError: 20, URLMismatchError: 21, QuotaExceededError: 22, TimeoutError: 23, InvalidNodeTypeError: 24,
  DataCloneError: 25, EncodingError: 0, NotReadableError: 0, UnknownError: 0, ConstraintError: 0, DataError: 0,
  TransactionInactiveError: 0, ReadOnlyError: 0, VersionError: 0, OperationError: 0, NotAllowedError: 0, Anything: 0, '': 0,
};
for (const name of Object.keys(codes)) {
  const e = new DOMException('text', name);
  check(e.name === name && e.code === codes[name] && e.message === 'text', `${name} ${e.code}`);
}
const constants = ['INDEX_SIZE', 'DOMSTRING_SIZE', 'HIERARCHY_REQUEST', 'WRONG_DOCUMENT', 'INVALID_CHARACTER', 'NO_DATA_ALLOWED', 'NO_MODIFICATION_ALLOWED', 'NOT_FOUND', 'NOT_SUPPORTED', 'INUSE_ATTRIBUTE', 'INVALID_STATE', 'SYNTAX', 'INVALID_MODIFICATION', 'NAMESPACE', 'INVALID_ACCESS', 'VALIDATION', 'TYPE_MISMATCH', 'SECURITY', 'NETWORK', 'ABORT', 'URL_MISMATCH', 'QUOTA_EXCEEDED', 'TIMEOUT', 'INVALID_NODE_TYPE', 'DATA_CLONE'];
constants.forEach((name, i) => {
  for (const where of [DOMException, DOMException.prototype]) {
    const d = Object.getOwnPropertyDescriptor(where, `${name}_ERR`);
    check(d.value === i + 1 && !d.writable && d.enumerable && !d.configurable, name);
  }
});
check(Object.getPrototypeOf(DOMException) === Function.prototype, 'constructor');
check(Object.getPrototypeOf(DOMException.prototype) === Error.prototype, 'prototype');
check(DOMException.length === 0 && Object.prototype.toString.call(new DOMException()) === '[object DOMException]', 'interface');
check(new DOMException().name === 'Error' && new DOMException().message === '' && new DOMException().code === 0, 'defaults');
check(new DOMException(undefined, undefined).name === 'Error' && new DOMException(null, null).name === 'null', 'conversion');
const e = new DOMException('text', { name: 'DataError', cause: 5 });
check(e.name === 'DataError' && e.cause === 5 && !('cause' in new DOMException('', {})), 'options');
check(e instanceof Error && String(e) === 'DataError: text' && Object.keys(e).length === 0, 'error');
check(!Object.hasOwn(e, 'message') && !Object.hasOwn(e, 'name') && Object.hasOwn(e, 'stack'), 'own properties');
function somewhere() { return new DOMException('text', 'AbortError'); }
const lines = somewhere().stack.split('\n');
check(lines[0] === 'AbortError: text' && lines.some((line) => line.includes('somewhere')), lines.join());
class Mine extends DOMException { constructor() { super('m', 'NotFoundError'); } }
check(new Mine() instanceof Mine && new Mine().code === 8 && new Mine().message === 'm', 'subclass');
for (const name of ['name', 'message', 'code']) {
  const d = Object.getOwnPropertyDescriptor(DOMException.prototype, name);
  check(d.get && d.set === undefined && d.enumerable && d.configurable, name);
  fails(() => d.get.call({}), 'ERR_INVALID_THIS');
  fails(() => DOMException.prototype[name], 'ERR_INVALID_THIS');
}
fails(() => DOMException(), undefined);
